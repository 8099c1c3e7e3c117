// What came with a label, and what holds of it: in documents of that label and newer ones, from the first release that reads it.

export const from1_15 = { readers: { since: "0.20.0" }, labels: { since: "1.15" } } as const;
export const from1_17 = { readers: { since: "0.22.1" }, labels: { since: "1.17" } } as const;
export const from1_18 = { readers: { since: "0.23.1" }, labels: { since: "1.18" } } as const;
export const from1_19 = { readers: { since: "0.24.0" }, labels: { since: "1.19" } } as const;
export const from1_20 = { readers: { since: "0.24.0" }, labels: { since: "1.20" } } as const;
