// Asks one reader and this tool about cases and collects what they do not agree on.
import { judgeText } from "./ours.mjs";

/** `{agreed, order, disagreements: [{one, theirs, mine}]}`. `one` is `{text, viaText}`; rejections that hang on the agents are no
 * verdict about the document and count as agreed. `order` counts the rejections whose first error is the reader's own. */
export async function compareVerdicts(core, release, reader, cases) {
  const result = { agreed: 0, unaskable: 0, rejected: 0, inOrder: 0, elsewhere: new Map(), disagreements: [] };
  const answers = await reader.ask(cases);
  for (const [at, one] of cases.entries()) {
    const theirs = answers[at];
    const mine = judgeText(core, release, one.text);
    if (theirs.ok === null) result.unaskable++;
    else if (theirs.ok === mine.ok) noteAgreed(result, theirs, mine);
    else if (await hangsOnAgents(reader, one, theirs)) result.agreed++;
    else result.disagreements.push({ one, theirs, mine });
  }
  return result;
}

export async function disagree(core, release, reader, one) {
  const [theirs] = await reader.ask([one]);
  if (theirs.ok === null || theirs.ok === judgeText(core, release, one.text).ok) return false;
  return !(await hangsOnAgents(reader, one, theirs));
}

async function hangsOnAgents(reader, one, theirs) {
  if (theirs.ok !== false) return false;
  const [again] = await reader.ask([one], true);
  return again.depends === "graph";
}

function noteAgreed(result, theirs, mine) {
  result.agreed++;
  if (theirs.ok) return;
  result.rejected++;
  const first = mine.errors[0];
  if (first?.sdk === theirs.cause_in || theirs.cause_in === null) result.inOrder++;
  else {
    const kind = `${first?.rule} (${first?.sdk}) / ${theirs.cause_in}: ${theirs.cause.slice(0, 60)}`;
    result.elsewhere.set(kind, (result.elsewhere.get(kind) ?? 0) + 1);
  }
}
