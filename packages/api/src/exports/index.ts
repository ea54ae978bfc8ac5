export {
  commonErrors,
  endpoint,
  isRaw,
  type Endpoint,
  type RawResponse,
  type RequestOf,
  type ResponseOf,
  type Role,
  type Signing,
} from '../endpoint.ts'
export { socket, topic, type MessageOf, type Socket, type Topic } from '../topic.ts'
export {
  ERRORS,
  errorSpec,
  hasStatus,
  type ErrorCode,
  type ErrorData,
  type ErrorSpec,
  type ErrorStatus,
} from '../errors.ts'
export {
  errorEnvelope,
  errorSchemas,
  SUCCESS_CODE,
  successEnvelope,
  type Envelope,
} from '../envelope.ts'
export {
  AmountByAsset,
  DecimalString,
  pageOf,
  Realm,
  Side,
  Timestamp,
  type Page,
  type ReadonlyDeep,
  type ValueOf,
} from '../schema.ts'
export { jsonSchemaOf, type JsonSchema } from '../jsonSchema.ts'
export { api, listEndpoints, topics } from '../contract.ts'
export type { Call, PathKey, Paths } from '../paths.ts'
export {
  AmendSpotOrderRequest,
  AttachedOrder,
  ExecutionCosts,
  SpotFill,
  SpotOrder,
  SpotOrderDetail,
  OrderReceipt,
  OrderStatus,
  OrderTrigger,
  SpotOrderType,
  PlaceSpotOrderRequest,
  SelfTradePrevention,
  TimeInForce,
  TriggerBy,
} from '../spot/orders.ts'
export { AlgoOrder, AlgoType, PlaceAlgoRequest } from '../spot/algoOrders.ts'
export { AccountAmount, SpotBalance, SpotPosition, WorthPoint } from '../spot/account.ts'
export { CoinNetwork, CoinOnNetwork, CoinsConfig, Deposit, DepositAddress } from '../deposits.ts'
export { Transfer, TransferAccount, TransferRequest } from '../transfers.ts'
export { PriceAlert } from '../priceAlerts.ts'
export { NoticeMail, UserNotice, UserNoticeKind } from '../userNotices.ts'
export {
  AddressBook,
  BookEntry,
  Withdrawal,
  WithdrawalCoin,
  WithdrawalQuote,
  WithdrawalSettings,
  WithdrawalState,
} from '../withdrawals.ts'
export { Conversion, ConvertQuote, UserPayment } from '../payments.ts'
export { Web3Pool, Web3Swap, Web3SwapQuote, Web3SwapTerms } from '../web3Swap.ts'
export {
  AssetYear,
  RealisedGain,
  STATEMENT_ACCOUNTS,
  STATEMENT_KINDS,
  StatementLine,
  StatementYear,
} from '../statement.ts'
export {
  CopyFollow,
  CopyLead,
  CopyLeader,
  CopyLeaderDetail,
  CopyOrder,
  CopyRecord,
  CopyShare,
} from '../copy.ts'
export {
  Protection,
  ProtectionMovement,
  ReserveAddress,
  ReservesAsset,
  ReservesProof,
  ReservesReport,
  ReservesSnapshot,
  ReservesStatement,
  ReservesTransaction,
} from '../reserves.ts'
export {
  MarginAccount,
  MarginLiquidation,
  MarginLoan,
  MarginMaxima,
  MarginMaximum,
  MarginRate,
  MarginTier,
} from '../margin.ts'
export { EarnPayment, EarnPosition, EarnProduct } from '../earn.ts'
export {
  P2pAdvert,
  P2pAppealCase,
  P2pConfig,
  P2pFile,
  P2pMessage,
  P2pOrder,
  P2pOrderDetail,
  P2pOrderRow,
  P2pOrderStatus,
  P2pOwnAdvert,
  P2pPaymentMethod,
  P2pPaymentType,
  P2pProfile,
  P2pTrader,
} from '../p2p.ts'
export { RedPacket, RedPacketClaim, RedPacketDetail } from '../redPackets.ts'
export { InvitedUser, ReferralOverview, ReferralRebate } from '../referrals.ts'
export { FeeSchedule, VipDetail, VipLevel } from '../fees.ts'
export { MarketSpeed, PaperAccount, PaperSeason, PaperTerms } from '../paper.ts'
export {
  BookDepth,
  BookLevel,
  Candle,
  CandleInterval,
  MarketMode,
  SpotSymbol,
  Ticker,
} from '../marketData.ts'
export {
  CodeScene,
  FactorMethod,
  LoginRequest,
  LoginResult,
  LoginStep,
  SecondFactorRequired,
} from '../login.ts'
export { DeviceSession, Passkey, StepUpAction, StepUpChallenge, UserInfo } from '../security.ts'
export { AccountRights, SubAccount, SubAccountFunds } from '../subAccounts.ts'
export {
  allowsSubAccount,
  hasSubAccountRow,
  subAccountNeed,
  type SubAccountNeed,
} from '../subAccountRights.ts'
export { LostProof, WaitingChange } from '../accountLife.ts'
export { DocumentSide, DocumentType, Verification } from '../verification.ts'
export { SecurityEvent, SecurityEventKind } from '../accountSecurity.ts'
export { ApiKey, ApiKeyKind, ApiKeyPermission } from '../apiKeys.ts'
export { QrCode, QrRequester, QrStatus } from '../qrLogin.ts'
export {
  BoundIdentity,
  ThirdParty,
  ThirdPartyChallenge,
  ThirdPartyStep,
  UnboundIdentity,
} from '../thirdParty.ts'
export { MailboxMessage } from '../development.ts'
export { CaptchaId, CaptchaScene } from '../captcha.ts'
export {
  GatewaySignConfig,
  Notice,
  ReferralConfig,
  Region,
  ValuationRates,
} from '../configuration.ts'
export {
  ProductChange,
  MarketProduct,
  marketTopics,
  sockets,
  Trade,
  userTopics,
  type UserStreamMessage,
} from '../streams.ts'
export {
  ContractSettings,
  FuturesAccount,
  FuturesBill,
  FuturesWallet,
  Move,
  MoveRequest,
} from '../futures/account.ts'
export {
  FundingRate,
  FuturesIndex,
  FuturesProduct,
  FuturesSymbol,
  FuturesTicker,
  FuturesTier,
  InsuranceFund,
  PremiumSample,
  PriceLogProof,
  PriceLogRoot,
  PriceLogRow,
  PublicLiquidation,
} from '../futures/contracts.ts'
export {
  AmendFuturesOrderRequest,
  FuturesFill,
  FuturesOrder,
  FuturesOrderType,
  FuturesPreview,
  FuturesTrigger,
  FuturesTriggerBy,
  PlaceFuturesOrderRequest,
} from '../futures/orders.ts'
export {
  ClosedPosition,
  ClosePositionRequest,
  FuturesPosition,
  FuturesRiskEvent,
  Liquidation,
  LiquidationDetail,
  LiquidationInputs,
  LiquidationStep,
  MarginMode,
  PositionExitsRequest,
  PositionMode,
  PositionSide,
} from '../futures/positions.ts'
