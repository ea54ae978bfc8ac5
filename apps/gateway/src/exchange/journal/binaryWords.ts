/**
 * Texts that commands have again and again, by their number in the journal. What is here was
 * written by numbers: the list only grows, at its end.
 */
export const WORDS: readonly string[] = (
  'kind at userId realm live paper symbol side buy sell orderType limit market timeInForce ' +
  'gtc ioc fok post_only prevention none maker taker both ticks lots budget makerPpm ' +
  'takerPpm triggers exits by rises bound callback extreme last mark index stop takeProfit ' +
  'stopLoss byFill fills bid ask rests queueAhead complete latency ms best asset atoms ' +
  'funds rows clientOid digest holder orderId which blg slg bli sli bmg smg bmi smi USDT ' +
  'BTC ETH SOL XRP DOGE ADA LTC LINK SHIB BTCUSDT ETHUSDT SOLUSDT XRPUSDT DOGEUSDT ADAUSDT ' +
  'LTCUSDT LINKUSDT SHIBUSDT usdt/BTCUSDT usdt/ETHUSDT usdt/SOLUSDT usdt/XRPUSDT ' +
  'usdt/DOGEUSDT usdt/ADAUSDT usdt/LTCUSDT usdt/LINKUSDT usdt/SHIBUSDT coin/BTCUSDT ' +
  'coin/ETHUSDT stop_limit stop_market oco trailing tp_sl take_profit stop_loss account ' +
  'loan cross isolated auto repay long short price amount fee network height event id key ' +
  'value cap step reason from to leverage marginMode mode rate part of due hour limitPrice'
).split(' ')

/**
 * The fields of frequent commands, which are written without their names: those that each has, and
 * those that may be absent. A schema is named by its place, from 1: the list only grows, and none
 * is ever changed.
 */
export const SCHEMAS: readonly Schema[] = [
  schema(
    'place',
    'userId clientOid digest symbol side orderType timeInForce prevention ticks lots budget ' +
      'makerPpm takerPpm',
    'holder exits account loan loanLimit owner algo',
  ),
  schema('cancel', 'orderId'),
  schema('house', 'rows'),
  schema(
    'paperPlace',
    'userId clientOid digest symbol side orderType timeInForce prevention ticks lots budget ' +
      'makerPpm takerPpm fills bid ask rests queueAhead',
    'complete latency exits algo triggers holder',
  ),
  schema('paperFill', 'orderId lots'),
  schema('amend', 'orderId ticks lots budget', 'triggers exits'),
  schema('cancelAll', 'orderIds'),
  schema('fire', 'orderId which ticks'),
  schema('trail', 'rows'),
  schema('prices', 'rows'),
  schema(
    'futuresPlace',
    'realm userId clientOid digest symbol side orderType timeInForce prevention ticks lots ' +
      'makerPpm takerPpm',
    'holder reduceOnly triggers exits paper algo leverage',
  ),
  schema('futuresCancel', 'orderIds'),
]

export interface Schema {
  readonly kind: string
  readonly required: readonly string[]
  readonly optional: readonly string[]
}

function schema(kind: string, required: string, optional = ''): Schema {
  return {
    kind,
    required: required.split(' '),
    optional: optional.split(' ').filter(Boolean),
  }
}
