/** What the tokens of a service look like, wherever one begins: the text of a pattern, since a pattern costs when it is made. Quantifiers stand
 * on single classes and end it or meet a character outside the class, so that hostile text costs no more than its length. */
export interface TokenShape {
  readonly what: string;
  readonly shape: string;
  /** The same behind letters that somebody put before it, where `shape` would find too much. */
  readonly glued?: string;
  /** A dash or an underline before it makes it a part of something longer. */
  readonly standsAlone?: boolean;
  /** A letter or a digit behind it too. */
  readonly hasEnd?: boolean;
}

export const tokenShapes: readonly TokenShape[] = [
  {
    what: "an API key (sk-…)",
    shape: "sk-(?=[A-Za-z_-]{0,60}[0-9])[A-Za-z0-9_-]{16}",
    // `task-` and `risk-` end as a key begins, so that this one has to look random too.
    glued: "sk-(?:[a-z0-9]{2,8}-){0,2}(?=[A-Za-z]{0,19}[0-9])[A-Za-z0-9]{20}",
    standsAlone: true,
  },
  { what: "a payment API key", shape: "[sr]k_(?:live|test)_[A-Za-z0-9]{10}" },
  { what: "a GitHub token", shape: "gh[pousr]_[A-Za-z0-9]{20}|github_pat_[A-Za-z0-9_]{20}" },
  {
    what: "a GitLab token",
    shape: "gl(?:pat|dt|rt|ft|ptt|cbt|agent|oas|soat|imt)-(?=[A-Za-z_-]{0,18}[0-9])[A-Za-z0-9_-]{20}",
  },
  { what: "an AWS access key", shape: "A[KS]IA[A-Z0-9]{16}", hasEnd: true },
  { what: "a Slack token", shape: "(?:xox[abeoprs]|xapp)-(?=[A-Za-z-]{0,20}[0-9])[A-Za-z0-9-]{10}" },
  { what: "a Google key", shape: "AIza[A-Za-z0-9_-]{35}|ya29\\.[A-Za-z0-9_-]{20}" },
  { what: "a JSON web token", shape: "eyJ[A-Za-z0-9_-]{5,2000}\\.[A-Za-z0-9_-]{2,}", standsAlone: true },
  { what: "a bearer token", shape: "[Bb]earer (?=[A-Za-z._~+/=-]{0,60}[0-9])[A-Za-z0-9._~+/=-]{16}" },
  { what: "basic credentials", shape: "[Bb]asic (?=[A-Za-z+/]{0,60}[0-9=])[A-Za-z0-9+/=]{12}" },
  { what: "a Hugging Face token", shape: "hf_[A-Za-z0-9]{30}" },
  { what: "a mail service key", shape: "SG\\.[A-Za-z0-9_-]{16,40}\\.[A-Za-z0-9_-]{16}" },
  { what: "a package registry token", shape: "npm_[A-Za-z0-9]{36}|pypi-[A-Za-z0-9_-]{40}" },
];

/** Those of further services, by the beginning that each service gives its own. They are long: few texts have to be looked through. */
export const serviceShape: TokenShape = {
  what: "a service's token",
  shape: [
    "(?:gsk|ntn|pcsk|sbp|whsec|glsa|sntry[su]|figd|lin_(?:api|oauth)|lsv2_(?:pt|sk)|pscale_(?:pw|tkn|oauth)|sb_secret|pylf_v1_[a-z]{2})_[A-Za-z0-9+/=_-]{30}",
    "(?:bkua|CCIPAT|dbtc|e2b|glc|hcaik|jina|napi|nfp|phx|rdme|rnd|secret|sgp|sq[pu]|vcp)_(?=[A-Za-z]{0,25}[0-9])[A-Za-z0-9]{30}",
    "(?:xai|pplx|tvly|GOCSPX|PMAK|sq0[a-z]{3}|csk|NRAK|nvapi|tskey-[a-z]{2,6})-(?=[A-Za-z_-]{0,22}[0-9])[A-Za-z0-9_-]{24}",
    "(?:shp(?:at|ca|pa|ss)_|dapi|fc-|key-)[0-9a-f]{32}",
    "(?:do[opr]_v1_|pul-|rubygems_|sk_|xkeysib-|mlsn\\.)[0-9a-f]{40}",
    "(?:access-(?:production|sandbox|development)|pat-[a-z]{2}[0-9])-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-",
    "access_token\\$[a-z]{4,20}\\$[0-9a-z]{16}",
    "(?:dckr_[op]at_|sq0atp-)[A-Za-z0-9_-]{22}",
    "re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20}",
    "r8_[A-Za-z0-9]{36}",
    "ops_eyJ[A-Za-z0-9_=-]{40}",
    "SK[0-9a-f]{32}(?![0-9a-zA-Z])",
    "(?:hv[bsr]|dp\\.(?:audit|ct|pt|sa|scim|st)|dt0c01)\\.[A-Za-z0-9_.-]{24}",
    "pat[A-Za-z0-9]{14}\\.[0-9a-f]{32}",
    "[A-Za-z0-9]{14}\\.atlasv1\\.",
    "(?:ATATT3|ATCTT3|ABSK)[A-Za-z0-9_=+/-]{40}",
    "AGE-SECRET-KEY-1[A-Z0-9]{30}",
    "[0-9]{8,10}:AA[A-Za-z0-9_-]{33}",
  ].join("|"),
  standsAlone: true,
};

/** The shape where nothing that belongs to it stands around it. */
export function wholeToken({ shape, standsAlone, hasEnd }: TokenShape): RegExp {
  const behind = standsAlone === true ? "(?<![A-Za-z0-9_-])" : "(?<![A-Za-z0-9])";
  return new RegExp(`${behind}(?:${shape})${hasEnd === true ? "(?![A-Za-z0-9])" : ""}`);
}
