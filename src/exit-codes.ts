/** What a run of the command line ends with (worst of all inputs: 70 > 2 > 1 > 0). */
export const exitCodes = { fine: 0, refused: 1, usage: 2, bug: 70, interrupted: 130 } as const;
