import type { KLineData } from 'klinecharts'

/** Whether nothing traded in a candle. */
export const isSilent = ({ high, low, volume }: KLineData): boolean => volume === 0 && high === low
