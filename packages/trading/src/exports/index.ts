export {
  type Contract,
  type EntryInput,
  type MarginBasis,
  type PositionSide,
} from '../position/contract.ts'
export { type PnlInput, unrealisedPnl } from '../position/unrealisedPnl.ts'
export { positionMargin, type PositionMarginInput } from '../position/positionMargin.ts'
export { roe, type RoeInput } from '../position/roe.ts'
export {
  type AverageEntryInput,
  averageEntryPrice,
  type Lot,
} from '../position/averageEntryPrice.ts'
export { type BankruptcyInput, bankruptcyPrice } from '../position/bankruptcyPrice.ts'
export { type FundingInput, fundingPayment } from '../position/fundingPayment.ts'
export { priceForRoe, type PriceForRoeInput } from '../position/priceForRoe.ts'
export {
  MARGIN_MODE_CODES,
  type MarginMode,
  marginModeOf,
  type Position,
  POSITION_FIELDS,
  POSITION_MODE_CODES,
  POSITION_SIDE_CODES,
  type PositionField,
  type PositionMode,
  positionModeOf,
  positionSideOf,
} from '../position/positionFields.ts'
export {
  type MaintenanceRates,
  type MaintenanceTier,
  withMaintenanceAmounts,
} from '../liquidation/tiers.ts'
export { type MaintenanceInput, maintenanceMargin } from '../liquidation/maintenanceMargin.ts'
export { type Liquidation } from '../liquidation/solve.ts'
export {
  type CrossLiquidationInput,
  crossLiquidationPrice,
  type HedgeRule,
} from '../liquidation/crossLiquidationPrice.ts'
export {
  isolatedLiquidationPrice,
  type IsolatedLiquidationInput,
} from '../liquidation/isolatedLiquidationPrice.ts'
export {
  blankOutOfBounds,
  type StopBounds,
  stopBounds,
  type StopBoundsInput,
} from '../stop/stopBounds.ts'
export {
  type StopDirection,
  stopDirection,
  type StopDirectionInput,
} from '../stop/stopDirection.ts'
export {
  type AverageBuyPrice,
  averageBuyPrice,
  previewAverageBuyPrice,
  type SpotHolding,
} from '../spot/averageBuyPrice.ts'
export { fitsStep, type OrderSide, roundToGrid, type SymbolRules } from '../spot/symbolRules.ts'
export {
  DEFAULT_PROTECTION,
  limitPriceBand,
  type LimitPriceBandInput,
  type Protection,
  protectionPrice,
  type ProtectionPriceInput,
} from '../spot/priceBands.ts'
export {
  ORDER_REFUSAL_CODES,
  type OrderRefusal,
  type OrderRefusalCode,
  orderRefusalOf,
} from '../spot/wire.ts'
export {
  type ExitField,
  type OrderField,
  type OrderProblem,
  type SizeUnit,
  type SpotMarket,
  type SpotOrder,
  type SpotOrderType,
  type TimeInForce,
  type TriggerBy,
} from '../spot/spotOrder.ts'
export { CALLBACK_RATES } from '../spot/readOrder.ts'
export { type OrderHold } from '../spot/orderChecks.ts'
export {
  EXIT_FIELDS,
  type ExitTerms,
  validateExitAmendment,
} from '../spot/validateExitAmendment.ts'
export {
  type SpotOrderOutcome,
  validateAmendment,
  validateSpotOrder,
} from '../spot/validateSpotOrder.ts'
export {
  orderValue,
  type OrderValueInput,
  sizeForShare,
  type SizeForShareInput,
  sizeForValue,
  type SizeForValueInput,
} from '../spot/orderSize.ts'
export {
  estimateMarketFill,
  type Fill,
  type MarketFillEstimate,
  type MarketFillInput,
  type PriceLevel,
} from '../spot/estimateMarketFill.ts'
export {
  FEE_TIERS,
  feeRate,
  type FeeRateInput,
  type FeeRole,
  type FeeTier,
  type FeeTiers,
  P2P_FEE,
  TIER_REQUIREMENTS,
  type TierRequirement,
  type TierRequirements,
  type TradingMarket,
  type VipLevel,
  vipLevelOf,
  type VipLevelInput,
} from '../fee/feeTiers.ts'
export { tradeFee, type TradeFeeInput } from '../fee/tradeFee.ts'
export {
  PNL_ROUNDING,
  PRICE_ROUNDING,
  type PriceOptions,
  ROE_ROUNDING,
  type RoundingOptions,
} from '../rounding.ts'
export {
  isTradingError,
  TradingError,
  type TradingErrorCode,
  type TradingErrorOptions,
} from '../TradingError.ts'
