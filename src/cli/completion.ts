import type { OptionRow, WordList } from "./options.ts";
import type { CommandRow } from "./rows.ts";

export const shells = ["bash", "zsh", "fish"] as const;
type Shell = (typeof shells)[number];

type Lists = Readonly<Record<WordList, readonly string[]>>;

function flagOf(option: OptionRow): string {
  return option.flags.split(" ")[0] ?? "";
}

function takesValue(option: OptionRow): boolean {
  return option.flags.includes("<");
}

/** The words that an option's value, or a command's operand, is one of; undefined for anything else. */
function wordsOf({ choices, words }: Pick<OptionRow, "choices" | "words">, lists: Lists): string | undefined {
  return (choices ?? (words && lists[words]))?.join(" ");
}

/** Commands with their full names ("corpus check"), in the order of the table. */
function leaves(rows: readonly CommandRow[], before = ""): { name: string; row: CommandRow }[] {
  return rows.flatMap((row) =>
    row.children === undefined ? [{ name: before + row.name, row }] : leaves(row.children, `${before}${row.name} `),
  );
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** `case` arms: the words that may follow an option of a command. */
function bashValueArms(rows: readonly CommandRow[], lists: Lists): string {
  const arms = leaves(rows).flatMap(({ row }) =>
    row.options.map((option) => [`${row.name} ${flagOf(option)}`, wordsOf(option, lists)] as const),
  );
  return arms.flatMap(([key, words]) => (words === undefined ? [] : [`    "${key}") words="${words}" ;;`])).join("\n");
}

function bashScript(rows: readonly CommandRow[], lists: Lists): string {
  const names = rows.map((row) => row.name).join(" ");
  const parents = rows.filter((row) => row.children !== undefined);
  const wordy = rows.filter((row) => row.words !== undefined);
  const parentArms = parents.map(
    (row) => `    ${row.name}) words="${row.children?.map((child) => child.name).join(" ")}" ;;`,
  );
  const optionArms = leaves(rows).map(
    ({ row }) => `      ${row.name}) words="${[...row.options.map(flagOf), "--help"].join(" ")}" ;;`,
  );
  const operandArms = wordy.map((row) => `      ${row.name}) words="${wordsOf(row, lists)}" ;;`);
  return `# bash completion for runstate: source this file, or put it where bash-completion looks.
_runstate() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}" words=""
  case "$command" in ${parents.map((row) => row.name).join("|")}) [ "$COMP_CWORD" -gt 2 ] && command="\${COMP_WORDS[2]}" ;; esac
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${names} --version --help" -- "$current"))
    return
  fi
  case "$command $previous" in
${bashValueArms(rows, lists)}
  esac
  case "$command" in
${parentArms.join("\n")}
  esac
  if [[ -z "$words" && "$current" == -* ]]; then
    case "$command" in
${optionArms.join("\n")}
    esac
  elif [[ -z "$words" && "$previous" != --* ]]; then
    case "$command" in
${operandArms.join("\n")}
    esac
  fi
  if [ -n "$words" ]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  else
    local IFS=$'\\n'
    COMPREPLY=($(compgen -f -- "$current"))
  fi
}
complete -o filenames -F _runstate runstate
`;
}

function zshOption(option: OptionRow, lists: Lists): string {
  const words = wordsOf(option, lists);
  const value = takesValue(option) ? `:value:${words === undefined ? "_files" : `(${words})`}` : "";
  const text = option.text.replaceAll("[", "(").replaceAll("]", ")").replaceAll(":", "\\:");
  return quoted(`${option.kind === "list" ? "*" : ""}${flagOf(option)}[${text}]${value}`);
}

function zshScript(rows: readonly CommandRow[], lists: Lists): string {
  const described = (list: readonly CommandRow[]) =>
    list.map((row) => quoted(`${row.name}:${row.summary.replaceAll(":", "\\:")}`)).join(" ");
  const arm = (row: CommandRow, depth: number): string => {
    const pad = "  ".repeat(depth + 1);
    if (row.children === undefined) {
      const operand = row.words === undefined ? "'*:file:_files'" : quoted(`:word:(${wordsOf(row, lists)})`);
      // Without the words that name the command: the first operand would be taken for the second.
      const skip = `shift ${depth + 1} words; (( CURRENT -= ${depth + 1} ))`;
      return `${pad}${row.name}) ${skip}; _arguments ${[...row.options.map((option) => zshOption(option, lists)), operand].join(" ")} ;;`;
    }
    const inner = row.children.map((child) => arm(child, depth + 1)).join("\n");
    return `${pad}${row.name})
${pad}  (( CURRENT == 3 )) && { local -a inner=(${described(row.children)}); _describe command inner; return; }
${pad}  case "\${words[3]}" in\n${inner}\n${pad}  esac ;;`;
  };
  return `#compdef runstate
_runstate() {
  (( CURRENT == 2 )) && { local -a commands=(${described(rows)}); _describe command commands; return; }
  case "\${words[2]}" in
${rows.map((row) => arm(row, 0)).join("\n")}
  esac
}
# Loaded by the completion itself it has to answer at once; sourced, it only says for what it is.
if [[ "\${funcstack[1]}" == _runstate ]]; then _runstate "$@"; else compdef _runstate runstate; fi
`;
}

function fishScript(rows: readonly CommandRow[], lists: Lists): string {
  const lines = rows.map(
    (row) => `complete -c runstate -n __fish_use_subcommand -f -a ${row.name} -d ${fishQuoted(row.summary)}`,
  );
  for (const row of rows) {
    const words = wordsOf(row, lists);
    if (words !== undefined)
      lines.push(`complete -c runstate -n '__fish_seen_subcommand_from ${row.name}' -f -a ${fishQuoted(words)}`);
    const children = row.children ?? [];
    const open = `__fish_seen_subcommand_from ${row.name}; and not __fish_seen_subcommand_from ${children.map(({ name }) => name).join(" ")}`;
    for (const child of children) {
      lines.push(`complete -c runstate -n '${open}' -f -a ${child.name} -d ${fishQuoted(child.summary)}`);
    }
  }
  for (const { row, name } of leaves(rows)) {
    const seen = name
      .split(" ")
      .map((word) => `__fish_seen_subcommand_from ${word}`)
      .join("; and ");
    for (const option of row.options) {
      const words = wordsOf(option, lists);
      const value = words !== undefined ? ` -x -a ${fishQuoted(words)}` : takesValue(option) ? " -r" : "";
      lines.push(
        `complete -c runstate -n '${seen}' -l ${flagOf(option).slice(2)}${value} -d ${fishQuoted(option.text)}`,
      );
    }
  }
  return `# fish completion for runstate\n${lines.join("\n")}\n`;
}

function fishQuoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

/** The completion script of a shell, made from the command table and the lists that it names. */
export function completionScript(shell: Shell, rows: readonly CommandRow[], lists: Lists): string {
  if (shell === "bash") return bashScript(rows, lists);
  return shell === "zsh" ? zshScript(rows, lists) : fishScript(rows, lists);
}
