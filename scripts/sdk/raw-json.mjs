// Checkpoints as trees that keep what JavaScript numbers lose: a piece of text that must be printed as it stands (`1.0`, `NaN`, a
// repeated key) is a string that begins with a mark.
const mark = "\u0001text:";

/** A node that is printed as `text`, unquoted. */
export function raw(text) {
  return mark + text;
}

export function isRaw(value) {
  return typeof value === "string" && value.startsWith(mark);
}

const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|NaN|-?Infinity/g;
const plain = /^-?(?:0|[1-9]\d{0,14})$/;

/** Parses a text; numbers that are no plain small integers, and strings with escaped surrogates, become raw nodes. */
export function parseTree(text) {
  const kept = text.replace(tokens, (token, at) => {
    if (token.startsWith('"')) return keepsString(text, token, at) ? JSON.stringify(raw(token)) : token;
    return plain.test(token) && token !== "-0" ? token : JSON.stringify(raw(token));
  });
  return JSON.parse(kept);
}

function keepsString(text, token, at) {
  return /\\u[dD][89a-fA-F]/.test(token) && !/^\s*:/.test(text.slice(at + token.length, at + token.length + 20));
}

const marked = /"\\u0001text:((?:[^"\\]|\\.)*)"/g;

export function printTree(tree, indent) {
  return JSON.stringify(tree, null, indent).replace(marked, (_, text) => JSON.parse(`"${text}"`));
}
