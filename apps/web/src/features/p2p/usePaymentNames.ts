import { useP2pMessages } from '../../lib/messages/messages.ts'

/** These names are the same in every language. */
const BRANDS: Readonly<Record<string, string>> = {
  sepa: 'SEPA',
  wise: 'Wise',
  alipay: 'Alipay',
  gcash: 'GCash',
  momo: 'MoMo',
  dana: 'DANA',
  promptpay: 'PromptPay',
  papara: 'Papara',
  iban: 'IBAN',
}
const FIELDS = ['account', 'bank', 'email', 'mobile'] as const

/** How kinds of payment and their fields are called; what is not known keeps its own name. */
export function usePaymentNames() {
  const t = useP2pMessages()
  return {
    type: (type: string) => (type === 'bank' ? t('payment.bank') : (BRANDS[type] ?? type)),
    field(name: string) {
      const known = FIELDS.find((each) => each === name)
      return known ? t(`payment.field.${known}`) : (BRANDS[name] ?? name)
    },
  }
}
