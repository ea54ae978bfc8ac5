import type { Side, SpotSymbol } from '../../../data/spot/model.ts'
import { OrderAmountField } from '../OrderAmountField.tsx'
import { createOrderSubmitter } from '../submitOrder.ts'
import type { TicketTypes } from '../ticketProduct.ts'
import type { TicketFieldsProps, TicketProduct } from '../ticketView.ts'

interface ContractDraft {
  readonly side: Side
  readonly price: string
  readonly size: string
  /** What the size is given in. */
  readonly sizeUnit: 'base' | 'margin'
  readonly leverage: number
  readonly tradeSide: 'open' | 'close'
  readonly reduceOnly: boolean
}

/** The types of a contract that is traded with leverage. */
export interface ContractTypes extends TicketTypes {
  readonly spec: SpotSymbol & { readonly maxLeverage: number }
  readonly field: 'price' | 'size'
  readonly draft: ContractDraft
  readonly available: { readonly margin: string }
  readonly problem: { readonly code: 'leverage' }
  readonly figures: { readonly cost: string | undefined }
  readonly terms: object
  readonly response: { readonly orderId: string }
}

function ContractFields({ view, available, figures }: TicketFieldsProps<ContractTypes>) {
  const { draft, edit, field, spec } = view
  return (
    <>
      <output aria-label="Cost">{`${figures.cost ?? '-'} of ${available?.margin ?? '-'}`}</output>
      {(['price', 'size'] as const).map((name) => (
        <OrderAmountField
          key={name}
          {...field(name)}
          label={name}
          unit={name === 'price' ? spec.quote : spec.base}
          decimals={3}
          onChange={(value) => edit({ ...draft, [name]: value })}
        />
      ))}
      <button
        type="button"
        onClick={() => edit({ ...draft, reduceOnly: true, tradeSide: 'close' })}
      >
        Close position
      </button>
      <button type="button" onClick={() => edit({ ...draft, leverage: 200 })}>
        Too much leverage
      </button>
    </>
  )
}

/** A second product with leverage, which shows what the ticket takes from its product. */
export const contractProduct: TicketProduct<ContractTypes> = {
  rules: {
    fields: ['price', 'size'],
    priceField: 'price',
    noFigures: { cost: undefined },
    newDraft: (side) => ({
      side,
      price: '',
      size: '',
      sizeUnit: 'base',
      leverage: 20,
      tradeSide: 'open',
      reduceOnly: false,
    }),
    reduce(draft, change) {
      switch (change.type) {
        case 'side':
          return { ...draft, side: change.side }
        case 'picked':
          return { ...draft, price: change.pick.price }
        case 'marketPrice':
          return { ...draft, price: change.price }
        case 'placed':
          return { ...draft, size: '' }
      }
    },
    textOf: (draft, field) => draft[field],
    hasAmount: (draft, field) => draft[field] !== '',
    sizeText: ({ size }) => size,
    sizeOf: ({ size }) => (size === '' ? undefined : { amount: size, unit: 'base' }),
    leftWith: () => [],
    loadFigures: async () => (input) => ({ cost: `${input.draft.size}/${input.draft.leverage}` }),
  },
  loadTrading: async () => ({
    createOrderSubmitter,
    problemText: (problem, { spec }) => `${problem.code}: at most ${spec.maxLeverage}`,
    missingText: (field) => `Enter the ${field}`,
    trading: {
      endpoint: '/futures/order/place',
      decided: ['40211'],
      check(draft, { spec }) {
        const missing = (['price', 'size'] as const).find((field) => draft[field] === '')
        const isTooMuch = draft.leverage > spec.maxLeverage
        return {
          problems: isTooMuch ? { size: { code: 'leverage' } } : {},
          missing,
          isReady: missing === undefined && !isTooMuch,
        }
      },
      toRequest: ({ price, size, side, sizeUnit, tradeSide, reduceOnly }, { spec }) => ({
        symbol: spec.symbol,
        side,
        price,
        size,
        sizeUnit,
        tradeSide,
        reduceOnly,
      }),
      refusedField: (_draft, { code }) => (code === '40211' ? 'size' : undefined),
      prefetchConfirmation: async () => undefined,
      confirm: async () => true,
      hasArrived: () => async () => false,
      loadReport:
        async () =>
        async (placed, { services }) => {
          const text = `Placed as ${placed.response.orderId}`
          services.toasts.success(text)
          return { text, hasEffect: true }
        },
    },
  }),
  Fields: ContractFields,
  Note: () => null,
}
