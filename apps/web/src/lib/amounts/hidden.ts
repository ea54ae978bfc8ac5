/**
 * Stands for an amount of the trader's own while amounts are hidden: as long for much as for
 * little.
 */
export const HIDDEN = '••••'
