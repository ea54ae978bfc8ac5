/** Both ends of an address, a signature or a hash. */
export const shortHash = (text: string): string => `${text.slice(0, 8)}…${text.slice(-6)}`
