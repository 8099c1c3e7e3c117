/** The look of the pages: one sheet, dark and light by what the reader's system says. Contrast is checked in a browser
 * (scripts/slow/pages.mjs). */
export const pageStyle = `
:root { color-scheme: light dark;
  --back: #f6f7f9; --card: #ffffff; --text: #1b1f24; --soft: #56606b; --line: #d5dae0; --link: #0a58b8; --code: #eef1f4;
  --good: #135c2e; --good-back: #dcf3e3; --bad: #8f1420; --bad-back: #fde3e4; --odd: #6b4a00; --odd-back: #fbeecb;
  --plain: #36414d; --plain-back: #e6eaef; --rail: #b8c1cb; --now: #0a58b8; }
@media (prefers-color-scheme: dark) { :root {
  --back: #14171b; --card: #1d2126; --text: #e6e9ec; --soft: #a3adb8; --line: #353c45; --link: #7db4ff; --code: #2a3038;
  --good: #8fe0ab; --good-back: #16351f; --bad: #ffaeb2; --bad-back: #481a1e; --odd: #f4d27a; --odd-back: #3d3009;
  --plain: #c6ced7; --plain-back: #2f363f; --rail: #4a545f; --now: #7db4ff; } }
*, ::before, ::after { box-sizing: border-box; }
html { scroll-behavior: smooth; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body { margin: 0 auto; max-width: 70rem; padding: 0 1.25rem 3rem; background: var(--back); color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; overflow-wrap: anywhere; }
h1, h2, h3, p, dl, ol, ul, pre { margin: 0; }
h1 { font-size: 1.5rem; line-height: 1.25; unicode-bidi: isolate; }
h2 { font-size: 1.15rem; margin-bottom: .75rem; }
h3 { font-size: 1rem; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 4px; }
main:focus { outline: none; }
.skip { position: absolute; left: -100rem; padding: .5rem 1rem; background: var(--card); }
.skip:focus { left: .5rem; top: .5rem; z-index: 1; }
.top { padding: 2rem 0 1rem; }
.kind { color: var(--soft); font-size: .85rem; text-transform: uppercase; letter-spacing: .08em; }
.badges { margin-top: .6rem; display: flex; flex-wrap: wrap; gap: .4rem .5rem; align-items: center; }
.lead { margin-top: .75rem; font-size: 1.1rem; }
.asked, .count, .sentence, .place, .pair { color: var(--soft); font-size: .9rem; }
nav ul { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
nav { padding: .6rem 0; border-block: 1px solid var(--line); margin-bottom: 1.25rem; }
nav a { display: inline-block; padding: .15rem 0; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1.1rem 1.25rem;
  margin-bottom: 1.25rem; scroll-margin-top: 1rem; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; font-size: .875em; }
code { background: var(--code); padding: .1em .35em; border-radius: 4px; unicode-bidi: isolate; }
pre { background: var(--code); padding: .7rem .8rem; border-radius: 6px; white-space: pre-wrap; max-height: 24rem;
  overflow: auto; unicode-bidi: plaintext; }
.badge { display: inline-block; border-radius: 999px; padding: .05rem .6rem; font-size: .85rem; font-weight: 600;
  color: var(--plain); background: var(--plain-back); white-space: nowrap; }
.badge.good { color: var(--good); background: var(--good-back); }
.badge.bad { color: var(--bad); background: var(--bad-back); }
.badge.odd { color: var(--odd); background: var(--odd-back); }
.facts div { display: grid; grid-template-columns: 11rem 1fr; gap: 1rem; padding: .4rem 0; border-top: 1px solid var(--line); }
.facts div:first-child { border-top: 0; padding-top: 0; }
dt { color: var(--soft); } dd { margin: 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
caption { text-align: left; color: var(--soft); padding-bottom: .5rem; }
th, td { text-align: left; vertical-align: top; padding: .5rem .9rem .5rem 0; border-top: 1px solid var(--line); font-weight: 400;
  overflow-wrap: normal; }
thead th { color: var(--soft); font-size: .85rem; border-top: 0; white-space: nowrap; }
tbody th code, td code { display: inline-block; max-width: 40ch; overflow-wrap: break-word; }
.timeline { list-style: none; padding: 0 0 0 1.75rem; }
.turn { position: relative; padding-bottom: 1.4rem; }
.turn:last-child { padding-bottom: 0; }
.turn::before { content: ""; position: absolute; left: -1.75rem; top: .28rem; width: 1rem; height: 1rem; border-radius: 50%;
  background: var(--card); border: 3px solid var(--rail); }
.turn:not(:last-child)::after { content: ""; position: absolute; left: calc(-1.25rem - 1px); top: 1.28rem; bottom: -.28rem; width: 2px;
  background: var(--rail); }
.turn.now::before { border-color: var(--now); background: var(--now); }
.numbered { counter-reset: step; }
.numbered .turn { counter-increment: step; }
.numbered h3::before { content: counter(step) ". "; color: var(--soft); }
.turn > p, .killed { margin-top: .25rem; }
.killed { border-left: 3px solid var(--rail); padding-left: .75rem; color: var(--soft); }
.id { font-weight: 400; color: var(--soft); }
.cards, .bare { list-style: none; padding: 0; }
.cards { display: grid; gap: .6rem; margin-top: .6rem; }
.card { border: 1px solid var(--line); border-left: 4px solid var(--rail); border-radius: 8px; padding: .55rem .85rem; }
.card.good { border-left-color: var(--good); } .card.odd { border-left-color: var(--odd); } .card.bad { border-left-color: var(--bad); }
.head { display: flex; flex-wrap: wrap; gap: .35rem .5rem; align-items: baseline; }
.what { color: var(--soft); }
.line { margin-top: .35rem; }
.nested { margin-top: .5rem; border-top: 1px dashed var(--line); padding-top: .5rem; }
.value { margin-top: .45rem; }
summary { cursor: pointer; color: var(--soft); font-size: .9rem; padding: .1rem 0; width: fit-content; }
summary + pre { margin-top: .3rem; }
.bare > li { padding: .5rem 0; border-top: 1px solid var(--line); }
.bare > li:first-child { border-top: 0; padding-top: 0; }
.finding p { margin-top: .3rem; } .finding p:first-child { margin-top: 0; }
.items { padding-left: 2.4rem; margin-top: .5rem; }
.items li { padding: .3rem .6rem .3rem .3rem; border-top: 1px solid var(--line); }
.items li:first-child { border-top: 0; }
.items li::marker { color: var(--soft); font-size: .85rem; }
.items .new { background: var(--good-back); border-radius: 6px; }
.items .new .pair { color: inherit; }
section h3 + p { margin-top: .35rem; } section > h3:not(:first-of-type) { margin-top: 1rem; }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: 1.5rem; margin-top: .75rem; }
.side { min-width: 0; }
footer { color: var(--soft); font-size: .9rem; }
@media (max-width: 44rem) { body { padding: 0 .8rem 2rem; } section { padding: .9rem; } .sides { grid-template-columns: 1fr; }
  .facts div { grid-template-columns: 1fr; gap: .1rem; } .top { padding-top: 1.2rem; } }
@media (forced-colors: active) { .badge { border: 1px solid; } .turn::before { forced-color-adjust: none; } }
@media print { body { max-width: none; background: none; } nav, .skip { display: none; } section { break-inside: avoid; } pre { max-height: none; } }
`;
