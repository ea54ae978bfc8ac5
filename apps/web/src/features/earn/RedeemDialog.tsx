import { useNumbers } from '@x/locale/react'
import { AmountField } from '@x/ui/amount-field'
import { NumberText } from '@x/ui/number'
import { useState } from 'react'
import { type EarnPosition, useEarnProducts } from '../../data/earn/api.ts'
import { readAmount } from '../../data/funds/readAmount.ts'
import { CoinTitle } from '../../lib/coins/CoinTitle.tsx'
import { useAmountReaders } from '../../lib/amounts/useAmountReaders.ts'
import { useProductMessages } from '../../lib/messages/messages.ts'
import { DialogForm } from '../../lib/product-page/DialogForm.tsx'
import styles from '../../lib/product-page/product.module.css'
import { useProductName } from './useProductName.ts'
import type { Redemption } from './useRedeem.ts'

/** As many as any asset has, where the product is not offered any more. */
const DECIMALS = 18

/** How much of a flexible position comes back; all of it unless something else is typed. */
export function RedeemDialog({
  position,
  redemption: { isBusy, available, textOf, send },
  onClose,
}: {
  readonly position: EarnPosition
  readonly redemption: Redemption
  readonly onClose: () => void
}) {
  const t = useProductMessages()
  const { name } = useProductName()
  const numbers = useNumbers('trading')
  const readers = useAmountReaders()
  const products = useEarnProducts().data
  const product = products?.find(({ productId }) => productId === position.productId)
  const decimals = product?.decimals ?? DECIMALS
  const [typed, setTyped] = useState(available)
  const { amount, isTooMuch } = readAmount(typed, available)
  const submit = async () => {
    if (amount !== undefined && (await send(amount))) onClose()
  }
  return (
    <DialogForm
      title={<CoinTitle asset={position.asset}>{name(position)}</CoinTitle>}
      action={t('earn.redeem')}
      isBusy={isBusy}
      isReady={amount !== undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <AmountField
        label={t('spot.amount')}
        size="large"
        decimals={decimals}
        unit={position.asset}
        value={typed}
        error={isTooMuch ? t('error.balance') : undefined}
        help={
          <>
            {t('orders.available')}{' '}
            <NumberText unit={position.asset}>
              {numbers.number(available, { digits: decimals, trim: true })}
            </NumberText>
          </>
        }
        {...readers(decimals)}
        onChange={setTyped}
      />
      <p className={styles['note']} role="status">
        {amount === undefined ? null : t('earn.redeemText', { amount: textOf(amount) })}
      </p>
    </DialogForm>
  )
}
