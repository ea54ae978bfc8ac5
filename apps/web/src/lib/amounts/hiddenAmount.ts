/**
 * Replaces an amount of the trader while amounts are hidden: as long for much as for
 * little.
 */
export const HIDDEN_AMOUNT = '••••'
