/**
 * Every key of interface state in the browser's storage (spec section 3), in one table. Entries
 * that begin with `_` go first when the storage is full.
 */
export const STORAGE_KEYS = {
  klineInterval: 'x:klineInterval',
  chartType: 'x:chartType',
  chartScale: 'x:chartScale',
  spotLayout: 'x:spotLayout',
  spotLayouts: 'x:spotLayouts',
  selectedCoin: 'x:selectedCoin',
  selectedContract: 'x:selectedContract',
  timezone: 'x:timezone',
  fiatName: 'x:fiatName',
  areaCode: 'x:areaCode',
  imageDomain: 'x:imageDomain',
  simulation: 'x:simulation',
  /** Changes with the session, so that other tabs look at its cookies; the value means nothing. */
  session: 'x:session',
  /** Written by `@x/locale`. */
  locale: 'x:locale',
  referral: 'x:referral',
  palette: 'x:palette',
  updown: 'x:updown',
  customUp: 'x:customUp',
  customDown: 'x:customDown',
  favourites: 'x:favourites',
  confirmOrders: 'x:confirmOrders',
  sounds: 'x:sounds',
  browserNotices: 'x:browserNotices',
  orderView: 'x:orderView',
  selfTrade: 'x:selfTrade',
  keymap: 'x:keymap',
  chartIndicators: 'x:chartIndicators',
  chartParameters: 'x:chartParameters',
  /** Followed by the pair. */
  drawings: '_x:drawings.',
  guideSpot: 'x:guide.spot',
  guideContract: 'x:guide.contract',
  guideOco: 'x:guide.oco',
  guideSpotPlan: 'x:guide.spotPlan',
  guideBackhand: 'x:guide.backhand',
  guideStrategy: 'x:guide.strategy',
  guideCopyTrading: 'x:guide.copyTrading',
  dialogIp: 'x:dialog.ip',
  tipRechargeTime: 'x:tip.rechargeTime',
  tipWithdrawTime: 'x:tip.withdrawTime',
} as const
