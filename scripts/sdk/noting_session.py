"""A Responses-compaction session that asks no service: `asked` has, in their order, what it was asked for, and how many items its own rule
would have counted: "now, 3 candidates" or "deferred, 3 candidates"."""

from agents.memory import OpenAIResponsesCompactionSession
from agents.memory.openai_responses_compaction_session import select_compaction_candidate_items


class NotingSession(OpenAIResponsesCompactionSession):
    def __init__(self, store):
        super().__init__(store.session_id, store, client=object())
        self.asked = []

    async def run_compaction(self, args=None, *, wrapper=None):
        await self.note("now")

    async def _defer_compaction(self, response_id, store=None, **_):
        await self.note("deferred")

    async def note(self, when):
        items = await self.underlying_session.get_items(limit=1_000_000)
        self.asked.append(f"{when}, {len(select_compaction_candidate_items(items))} candidates")
