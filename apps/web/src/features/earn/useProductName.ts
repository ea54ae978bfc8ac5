import { useProductMessages } from '../../lib/messages/messages.ts'

/** `USDT, flexible` or `USDT, 30 days`. */
export function useProductName() {
  const t = useProductMessages()
  const term = (days: number) => (days === 0 ? t('earn.flexible') : t('earn.days', { days }))
  return {
    term,
    name: ({ asset, days }: { readonly asset: string; readonly days: number }) =>
      t('earn.name', { asset, term: term(days) }),
  }
}
