/** A text that keeps its own direction within a line that runs from right to left. */
export const ltr = (text: string): string => `\u2066${text}\u2069`
