/** What the SDK's own mounts are made of (`_mount_security.py` and the mount models, equal in 0.20.0 … 0.24.0). Python's dicts of
 * tuples, kept apart by what the reader does with the members named. */

const common = [
  "type",
  "description",
  "ephemeral",
  "group",
  "is_dir",
  "permissions",
  "mount_path",
  "read_only",
  "mount_strategy",
] as const;

const none: readonly string[] = [];

export interface MountKind {
  /** Members that the reader keeps; every other one is removed. */
  readonly members: ReadonlySet<string>;
  /** Emptied whatever they hold: they grant access even where they are no secrets. */
  readonly credentials: readonly string[];
  /** Credentials that name a file in the sandbox. */
  readonly credentialFiles: readonly string[];
  /** Emptied when the URL carries a user or a query. */
  readonly url: string | undefined;
  /** Blanked when the text would break a line of an rclone configuration. */
  readonly configLines: readonly string[];
  /** No comma in these under the strategy `blaxel_cloud_bucket`: they become s3fs options. */
  readonly s3fsOptions: readonly string[];
}

function mount(own: readonly string[], traits: Partial<Omit<MountKind, "members">> = {}): MountKind {
  return {
    members: new Set([...common, ...own]),
    credentials: none,
    credentialFiles: none,
    url: undefined,
    configLines: none,
    s3fsOptions: none,
    ...traits,
  };
}

export const mountKinds: ReadonlyMap<string, MountKind> = new Map([
  [
    "azure_blob_mount",
    mount(["account", "container", "endpoint", "identity_client_id", "account_key"], {
      credentials: ["identity_client_id", "account_key"],
      url: "endpoint",
      configLines: ["account", "endpoint"],
    }),
  ],
  [
    "box_mount",
    mount(
      [
        "path",
        "client_id",
        "client_secret",
        "access_token",
        "token",
        "box_config_file",
        "config_credentials",
        "box_sub_type",
        "root_folder_id",
        "impersonate",
        "owned_by",
      ],
      {
        credentials: ["client_secret", "access_token", "token", "box_config_file", "config_credentials"],
        credentialFiles: ["box_config_file"],
        configLines: ["client_id", "root_folder_id", "impersonate", "owned_by"],
      },
    ),
  ],
  [
    "gcs_mount",
    mount(
      [
        "bucket",
        "access_id",
        "secret_access_key",
        "prefix",
        "region",
        "endpoint_url",
        "service_account_file",
        "service_account_credentials",
        "access_token",
      ],
      {
        credentials: [
          "access_id",
          "secret_access_key",
          "service_account_file",
          "service_account_credentials",
          "access_token",
        ],
        credentialFiles: ["service_account_file"],
        url: "endpoint_url",
        configLines: ["region", "endpoint_url"],
      },
    ),
  ],
  [
    "r2_mount",
    mount(["bucket", "account_id", "access_key_id", "secret_access_key", "custom_domain"], {
      credentials: ["access_key_id", "secret_access_key"],
      url: "custom_domain",
      configLines: ["account_id", "custom_domain"],
      s3fsOptions: ["custom_domain", "account_id"],
    }),
  ],
  [
    "s3_mount",
    mount(
      [
        "bucket",
        "access_key_id",
        "secret_access_key",
        "session_token",
        "prefix",
        "region",
        "endpoint_url",
        "s3_provider",
      ],
      {
        credentials: ["access_key_id", "secret_access_key", "session_token"],
        url: "endpoint_url",
        configLines: ["s3_provider", "endpoint_url", "region"],
        s3fsOptions: ["endpoint_url", "region"],
      },
    ),
  ],
  [
    "s3_files_mount",
    mount(["file_system_id", "subpath", "mount_target_ip", "access_point", "region", "extra_options"]),
  ],
  ["blaxel_drive_mount", mount(["drive_name", "drive_mount_path", "drive_path", "drive_read_only"])],
]);

/** Known entries whose `children` the reader does not look at: everything known but `dir`. */
export const leafTypes: ReadonlySet<string> = new Set([
  "file",
  "local_file",
  "local_dir",
  "git_repo",
  ...mountKinds.keys(),
]);

const inContainer: ReadonlySet<string> = new Set(["type", "pattern"]);
const bare: ReadonlySet<string> = new Set(["type"]);

/** Members that the reader keeps of a mount strategy, by type. */
export const strategyMembers: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["in_container", inContainer],
  ["docker_volume", new Set(["type", "driver", "driver_options"])],
  ["blaxel_cloud_bucket", bare],
  ["blaxel_drive", bare],
  ["cloudflare_bucket_mount", bare],
  ["daytona_cloud_bucket", inContainer],
  ["e2b_cloud_bucket", inContainer],
  ["modal_cloud_bucket", new Set(["type", "secret_name", "secret_environment_name"])],
  ["runloop_cloud_bucket", inContainer],
  ["vercel_cloud_bucket", bare],
]);

/** Strategy members that the reader empties as a whole, by strategy type. */
export const opaqueMembers: ReadonlyMap<string, readonly string[]> = new Map([
  ["docker_volume", ["driver_options"]],
  ["modal_cloud_bucket", ["secret_name", "secret_environment_name"]],
]);

/** Members that the reader keeps of a mount pattern, by type. */
export const patternMembers: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    "fuse",
    new Set([
      "type",
      "allow_other",
      "log_type",
      "log_level",
      "cache_type",
      "cache_path",
      "cache_size_mb",
      "block_cache_block_size_mb",
      "block_cache_disk_timeout_sec",
      "file_cache_timeout_sec",
      "file_cache_max_size_mb",
      "attr_cache_timeout_sec",
      "entry_cache_timeout_sec",
      "negative_entry_cache_timeout_sec",
    ]),
  ],
  ["mountpoint", new Set(["type", "options"])],
  [
    "rclone",
    new Set(["type", "mode", "remote_name", "extra_args", "nfs_addr", "nfs_mount_options", "config_file_path"]),
  ],
  ["s3files", new Set(["type", "options"])],
]);

/** Members that the reader keeps of `pattern.options`, by pattern type. */
export const optionMembers: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["mountpoint", new Set(["prefix", "region", "endpoint_url"])],
  ["s3files", new Set(["mount_target_ip", "access_point", "region", "extra_options"])],
]);

/** What is left of a strategy or pattern without a usable type. */
export const typeOnly = bare;
