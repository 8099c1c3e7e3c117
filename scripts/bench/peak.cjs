// Preloaded into a measured process: its peak of resident memory in bytes, to the file that PEAK_FILE names.
process.on("exit", () => {
  require("node:fs").writeFileSync(process.env.PEAK_FILE, String(process.resourceUsage().maxRSS * 1024));
});
