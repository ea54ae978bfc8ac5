/**
 * Parameters of the calls, by method and path; `*`: mandatory. What every signed call takes
 * (`timestamp`, `recvWindow`, `signature`) is left out.
 */
export const PARAMETERS: Readonly<Record<string, string>> = {
  'GET /api/v3/ping': '',
  'GET /api/v3/time': '',
  'GET /api/v3/exchangeInfo': 'symbol symbols',
  'GET /api/v3/depth': 'symbol* limit',
  'GET /api/v3/trades': 'symbol* limit',
  'GET /api/v3/historicalTrades': 'symbol* limit fromId',
  'GET /api/v3/aggTrades': 'symbol* fromId startTime endTime limit',
  'GET /api/v3/klines': 'symbol* interval* startTime endTime limit',
  'GET /api/v3/uiKlines': 'symbol* interval* startTime endTime limit',
  'GET /api/v3/avgPrice': 'symbol*',
  'GET /api/v3/ticker/24hr': 'symbol symbols',
  'GET /api/v3/ticker/tradingDay': 'symbol symbols',
  'GET /api/v3/ticker': 'symbol symbols windowSize',
  'GET /api/v3/ticker/price': 'symbol symbols',
  'GET /api/v3/ticker/bookTicker': 'symbol symbols',
  'POST /api/v3/order':
    'symbol* side* type* timeInForce quantity quoteOrderQty price stopPrice trailingDelta ' +
    'newClientOrderId newOrderRespType selfTradePreventionMode',
  'POST /api/v3/order/test':
    'symbol* side* type* timeInForce quantity quoteOrderQty price stopPrice trailingDelta ' +
    'newClientOrderId computeCommissionRates',
  'DELETE /api/v3/order': 'symbol* orderId origClientOrderId newClientOrderId cancelRestrictions',
  'DELETE /api/v3/openOrders': 'symbol*',
  'POST /api/v3/order/cancelReplace':
    'symbol* side* type* cancelReplaceMode* cancelOrderId cancelOrigClientOrderId timeInForce ' +
    'quantity quoteOrderQty price stopPrice newClientOrderId newOrderRespType',
  'PUT /api/v3/order/amend/keepPriority': 'symbol* newQty* orderId origClientOrderId',
  'POST /api/v3/orderList/oco':
    'symbol* side* quantity* aboveType* belowType* abovePrice aboveStopPrice belowPrice ' +
    'belowStopPrice listClientOrderId',
  'POST /api/v3/orderList/oto':
    'symbol* workingType* workingSide* workingPrice* workingQuantity* workingTimeInForce ' +
    'workingClientOrderId pendingType* pendingSide* pendingQuantity* pendingPrice ' +
    'pendingStopPrice pendingTimeInForce pendingClientOrderId listClientOrderId ' +
    'selfTradePreventionMode',
  'POST /api/v3/orderList/otoco':
    'symbol* workingType* workingSide* workingPrice* workingQuantity* workingTimeInForce ' +
    'workingClientOrderId pendingSide* pendingQuantity* pendingAboveType* pendingBelowType* ' +
    'pendingAbovePrice pendingAboveStopPrice pendingBelowPrice pendingBelowStopPrice ' +
    'pendingAboveClientOrderId pendingBelowClientOrderId listClientOrderId ' +
    'selfTradePreventionMode',
  'POST /api/v3/order/oco':
    'symbol* side* quantity* price* stopPrice* stopLimitPrice listClientOrderId',
  'DELETE /api/v3/orderList': 'symbol* orderListId listClientOrderId newClientOrderId',
  'GET /api/v3/orderList': 'orderListId origClientOrderId',
  'GET /api/v3/openOrderList': '',
  'GET /api/v3/allOrderList': 'fromId startTime endTime limit',
  'GET /api/v3/order': 'symbol* orderId origClientOrderId',
  'GET /api/v3/openOrders': 'symbol',
  'GET /api/v3/allOrders': 'symbol* orderId startTime endTime limit',
  'GET /api/v3/myTrades': 'symbol* orderId fromId startTime endTime limit',
  'GET /api/v3/account': 'omitZeroBalances',
  'GET /api/v3/account/commission': 'symbol*',
  'GET /api/v3/rateLimit/order': '',
  'POST /api/v3/userDataStream': '',
  'PUT /api/v3/userDataStream': 'listenKey*',
  'DELETE /api/v3/userDataStream': 'listenKey*',
  'POST /fapi/v1/listenKey': '',
  'PUT /fapi/v1/listenKey': 'listenKey',
  'DELETE /fapi/v1/listenKey': 'listenKey',
  'GET /fapi/v1/ping': '',
  'GET /fapi/v1/time': '',
  'GET /fapi/v1/exchangeInfo': '',
  'GET /fapi/v1/depth': 'symbol* limit',
  'GET /fapi/v1/trades': 'symbol* limit',
  'GET /fapi/v1/historicalTrades': 'symbol* limit fromId',
  'GET /fapi/v1/aggTrades': 'symbol* fromId startTime endTime limit',
  'GET /fapi/v1/klines': 'symbol* interval* startTime endTime limit',
  'GET /fapi/v1/markPriceKlines': 'symbol* interval* startTime endTime limit',
  'GET /fapi/v1/indexPriceKlines': 'pair* interval* startTime endTime limit',
  'GET /fapi/v1/premiumIndex': 'symbol',
  'GET /fapi/v1/fundingRate': 'symbol startTime endTime limit',
  'GET /fapi/v1/fundingInfo': '',
  'GET /fapi/v1/openInterest': 'symbol*',
  'GET /fapi/v1/ticker/24hr': 'symbol',
  'GET /fapi/v1/ticker/price': 'symbol',
  'GET /fapi/v2/ticker/price': 'symbol',
  'GET /fapi/v1/ticker/bookTicker': 'symbol',
  'POST /fapi/v1/order':
    'symbol* side* type* positionSide timeInForce quantity reduceOnly price newClientOrderId ' +
    'stopPrice closePosition activationPrice callbackRate workingType selfTradePreventionMode',
  'POST /fapi/v1/order/test':
    'symbol* side* type* positionSide timeInForce quantity reduceOnly price stopPrice ' +
    'closePosition activationPrice callbackRate workingType',
  'PUT /fapi/v1/order': 'symbol* side quantity* price* orderId origClientOrderId',
  'DELETE /fapi/v1/order': 'symbol* orderId origClientOrderId',
  'DELETE /fapi/v1/allOpenOrders': 'symbol*',
  'POST /fapi/v1/batchOrders': 'batchOrders*',
  'PUT /fapi/v1/batchOrders': 'batchOrders*',
  'DELETE /fapi/v1/batchOrders': 'symbol* orderIdList origClientOrderIdList',
  'POST /fapi/v1/algoOrder':
    'algoType* symbol* side* type* positionSide timeInForce quantity price triggerPrice ' +
    'workingType closePosition reduceOnly activatePrice callbackRate clientAlgoId',
  'DELETE /fapi/v1/algoOrder': 'symbol algoId clientAlgoId',
  'DELETE /fapi/v1/algoOpenOrders': 'symbol*',
  'GET /fapi/v1/algoOrder': 'symbol algoId clientAlgoId',
  'GET /fapi/v1/openAlgoOrders': 'symbol',
  'GET /fapi/v1/allAlgoOrders': 'symbol* algoId startTime endTime limit',
  'GET /fapi/v1/order': 'symbol* orderId origClientOrderId',
  'GET /fapi/v1/openOrder': 'symbol* orderId origClientOrderId',
  'GET /fapi/v1/openOrders': 'symbol',
  'GET /fapi/v1/allOrders': 'symbol* orderId startTime endTime limit',
  'GET /fapi/v1/userTrades': 'symbol* orderId fromId startTime endTime limit',
  'GET /fapi/v1/forceOrders': 'symbol autoCloseType startTime endTime limit',
  'GET /fapi/v1/income': 'symbol incomeType startTime endTime limit',
  'GET /fapi/v1/positionMargin/history': 'symbol* type startTime endTime limit',
  'GET /fapi/v2/account': '',
  'GET /fapi/v3/account': '',
  'GET /fapi/v2/balance': '',
  'GET /fapi/v3/balance': '',
  'GET /fapi/v2/positionRisk': 'symbol',
  'GET /fapi/v3/positionRisk': 'symbol',
  'GET /fapi/v1/adlQuantile': 'symbol',
  'GET /fapi/v1/leverageBracket': 'symbol',
  'GET /fapi/v1/commissionRate': 'symbol*',
  'GET /fapi/v1/symbolConfig': 'symbol',
  'GET /fapi/v1/accountConfig': '',
  'GET /fapi/v1/positionSide/dual': '',
  'GET /fapi/v1/multiAssetsMargin': '',
  'POST /fapi/v1/leverage': 'symbol* leverage*',
  'POST /fapi/v1/marginType': 'symbol* marginType*',
  'POST /fapi/v1/positionSide/dual': 'dualSidePosition*',
  'POST /fapi/v1/positionMargin': 'symbol* amount* type* positionSide',
  'GET /sapi/v1/system/status': '',
  'GET /sapi/v1/capital/config/getall': '',
  'GET /sapi/v1/asset/tradeFee': 'symbol',
  'GET /sapi/v1/account/status': '',
  'GET /sapi/v1/account/apiRestrictions': '',
  'GET /sapi/v1/capital/deposit/address': 'coin* network',
  'GET /sapi/v1/capital/deposit/hisrec': 'coin status startTime endTime limit',
  'POST /sapi/v1/capital/withdraw/apply':
    'coin* address* amount* network addressTag withdrawOrderId',
  'GET /sapi/v1/capital/withdraw/history': 'coin status startTime endTime limit',
  'POST /sapi/v1/asset/transfer': 'type* asset* amount* fromSymbol toSymbol',
  'GET /sapi/v1/asset/transfer': 'type* startTime endTime size',
  'GET /sapi/v1/sub-account/list': '',
  'POST /sapi/v1/sub-account/universalTransfer':
    'fromAccountType* toAccountType* asset* amount* fromEmail toEmail clientTranId',
  'GET /sapi/v1/sub-account/universalTransfer': 'limit',
  'POST /sapi/v1/margin/loan': 'asset* amount* isIsolated symbol',
  'POST /sapi/v1/margin/repay': 'asset* amount* isIsolated symbol',
  'POST /sapi/v1/margin/borrow-repay': 'type* asset* amount* isIsolated symbol',
  'GET /sapi/v1/margin/account': '',
  'GET /sapi/v1/margin/isolated/account': 'symbols',
  'GET /sapi/v1/margin/maxBorrowable': 'asset* isolatedSymbol',
  'GET /sapi/v1/margin/interestHistory': 'asset isolatedSymbol startTime endTime size',
  'GET /sapi/v1/margin/allPairs': '',
  'GET /sapi/v1/margin/isolated/allPairs': '',
  'POST /sapi/v1/margin/order':
    'symbol* side* type* isIsolated sideEffectType timeInForce quantity quoteOrderQty price ' +
    'stopPrice newClientOrderId newOrderRespType',
  'DELETE /sapi/v1/margin/order': 'symbol* isIsolated orderId origClientOrderId',
  'DELETE /sapi/v1/margin/openOrders': 'symbol* isIsolated',
  'GET /sapi/v1/margin/order': 'symbol* isIsolated orderId origClientOrderId',
  'GET /sapi/v1/margin/openOrders': 'symbol isIsolated',
  'GET /sapi/v1/margin/allOrders': 'symbol* isIsolated orderId startTime endTime limit',
  'GET /sapi/v1/margin/myTrades': 'symbol* isIsolated orderId fromId startTime endTime limit',
}

/** A parameter of a call as the document describes it. */
export interface DescribedParameter {
  readonly name: string
  readonly isMandatory: boolean
}

/** The parameters of a call; signed ones take three more. @throws RangeError for an unknown call */
export function parametersOf(call: string, isSigned: boolean): readonly DescribedParameter[] {
  const text = PARAMETERS[call]
  if (text === undefined) throw new RangeError(`${call} has no row of parameters.`)
  const all = isSigned ? `${text} timestamp* recvWindow signature*` : text
  return all
    .split(' ')
    .filter(Boolean)
    .map((name) => ({ name: name.replace('*', ''), isMandatory: name.endsWith('*') }))
}
