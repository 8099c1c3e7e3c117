/** The same JSON text, or nearly the same, in another spelling. */
export function respelled(random, text) {
  return random.pick(spellings)(text);
}

const spellings = [
  (text) => text.replaceAll(/([:,])/g, "$1 "),
  (text) => ` ${text}\n`,
  (text) => text.replace(/"(\w)/, (_, first) => `"\\u${first.charCodeAt(0).toString(16).padStart(4, "0")}`),
  (text) => text.replace(/(\d+)/, "$1.0"),
  (text) => text.replace(/(\d+)/, "$1e0"),
  (text) => text.replace(/(\d+)/, "0$1"),
  (text) => text.replace(/(\d+)/, "NaN"),
  (text) => text.replace(/(\d+)/, "1e400"),
  (text) => text.replace(/(\d+)/, "12345678901234567890123"),
  (text) => text.replace(/(\d+)/, "-0"),
  (text) => text.replace(/(\d+)/, "-0.0"),
  (text) => text.replace("{", '{"z":1,').replace(",}", "}"),
  (text) => text.replace("}", ',"a":{"c":1,"b":[1.50,2]}}').replace("{,", "{"),
  (text) => text.replace("{", '{"a":1,"a":2,').replace(",}", "}"),
  (text) => text.replace(/"(\w+)":/, '"$1":null,"$1":'),
  (text) => text.replace("{", '{"\\ud800":1,').replace(",}", "}"),
  (text) => text.replace("{", '{"\u00e9\ud83d\ude00":"\\ud83d\\ude00",').replace(",}", "}"),
  (text) => text.replace("}", ""),
  (text) => `${text}x`,
  (text) => `\ufeff${text}`,
  (text) => JSON.stringify(text),
  (text) => `[${text}]`,
  (text) => text.replace(/"([^"]*)"/, "'$1'"),
  (text) => text.replace(/"(\w+)"/, '"$1\t"'),
  () => "{}",
  () => "",
  () => "null",
];
