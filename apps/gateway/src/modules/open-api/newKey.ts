import type { Random } from '@x/kit'

/** Names a request whose dialect has no name for it: it cannot be sent again. */
export const newKey = (random: Random): string =>
  `k${Buffer.from(random.bytes(12)).toString('hex')}`
