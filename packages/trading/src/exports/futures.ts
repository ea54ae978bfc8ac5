export { type Contract, type EntryInput, type PositionSide } from '../position/contract.ts'
export { type PositionMode } from '../position/positionFields.ts'
export { type MaintenanceRates, type MaintenanceTier } from '../liquidation/tiers.ts'
export { type Liquidation } from '../liquidation/solve.ts'
export {
  type FuturesAccount,
  type FuturesSymbol,
  type OpenOrder,
  type PositionLeg,
} from '../futures/account.ts'
export {
  accountEquity,
  availableBalance,
  exposure,
  initialMargin,
  type InitialMarginInput,
  isDue,
  type LeverageTier,
  marginRatio,
  maxLeverageAt,
  mayLeave,
  openLoss,
  orderCost,
  orderNotional,
  requirement,
} from '../futures/margin.ts'
export {
  accountAfterFill,
  maxOrderCount,
  type MaxOrderInput,
  type PreviewFill,
} from '../futures/orderPreview.ts'
export { liquidationPrice, type OfSymbol } from '../futures/liquidationPrice.ts'
export {
  bankruptcyShare,
  type BankruptcyShareInput,
  breakEvenPrice,
  type BreakEvenInput,
  crossBankruptcyPrice,
} from '../futures/bankruptcy.ts'
export { markPrice, type MarkPriceInput } from '../futures/markPrice.ts'
export {
  addPremium,
  type FundingCapInput,
  fundingRate,
  fundingRateCap,
  type FundingRateInput,
  impactNotional,
  impactPrice,
  type ImpactPriceInput,
  NO_PREMIUMS,
  premiumIndex,
  type PremiumInput,
  type PremiumSum,
  RATE_ROUNDING,
} from '../futures/funding.ts'
export { type FundingInput, fundingPayment } from '../position/fundingPayment.ts'
export {
  fundDraw,
  type FundDrawInput,
  largestRequirement,
  liquidationFee,
  type LiquidationFeeInput,
  liquidationSlice,
  type LiquidationSliceOptions,
} from '../futures/liquidationSlice.ts'
export {
  adlAllocation,
  type AdlAllocation,
  type AdlCandidate,
  adlLights,
  adlScore,
  type AdlScoreInput,
  type AdlShare,
  adlShares,
  type AdlSize,
} from '../futures/adl.ts'
export {
  interestFor,
  type InterestInput,
  type MarginAsset,
  type MarginDebt,
  marginLevel,
} from '../futures/marginTrading.ts'
export { AMOUNT_SCALE, type AmountOptions } from '../futures/rounding.ts'
export { isTradingError, TradingError, type TradingErrorCode } from '../TradingError.ts'
