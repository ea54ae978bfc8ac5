import type { P2pPaymentType } from '@x/api'

/** Assets that are traded against fiat. */
export const P2P_ASSETS: readonly string[] = ['USDT', 'BTC', 'ETH']

/** Currencies, with the telephone code of the country that uses each first. */
export const P2P_FIATS: readonly { readonly fiat: string; readonly areaCode: string }[] = [
  { fiat: 'USD', areaCode: '1' },
  { fiat: 'EUR', areaCode: '49' },
  { fiat: 'CNY', areaCode: '86' },
  { fiat: 'JPY', areaCode: '81' },
  { fiat: 'KRW', areaCode: '82' },
  { fiat: 'VND', areaCode: '84' },
  { fiat: 'RUB', areaCode: '7' },
  { fiat: 'TRY', areaCode: '90' },
  { fiat: 'TWD', areaCode: '886' },
  { fiat: 'IDR', areaCode: '62' },
  { fiat: 'PHP', areaCode: '63' },
  { fiat: 'HKD', areaCode: '852' },
  { fiat: 'THB', areaCode: '66' },
]
const ALL = P2P_FIATS.map(({ fiat }) => fiat)

/** Kinds of payment, with what a payer must know. */
export const PAYMENT_TYPES: readonly P2pPaymentType[] = [
  { type: 'bank', fiats: ALL, fields: ['bank', 'account'] },
  { type: 'sepa', fiats: ['EUR'], fields: ['iban'] },
  { type: 'wise', fiats: ['USD', 'EUR'], fields: ['email'] },
  { type: 'alipay', fiats: ['CNY'], fields: ['account'] },
  { type: 'gcash', fiats: ['PHP'], fields: ['mobile'] },
  { type: 'momo', fiats: ['VND'], fields: ['mobile'] },
  { type: 'dana', fiats: ['IDR'], fields: ['mobile'] },
  { type: 'promptpay', fiats: ['THB'], fields: ['mobile'] },
  { type: 'papara', fiats: ['TRY'], fields: ['account'] },
]
