import { defineConfig } from "vitest/config";

export default defineConfig({
  // A busy machine is no failure: some tests start other processes.
  test: { include: ["tests/**/*.test.ts"], globalSetup: ["tests/global-setup.mjs"], testTimeout: 30_000 },
});
