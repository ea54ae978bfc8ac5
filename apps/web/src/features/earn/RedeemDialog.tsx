import { compare, decimal, finishAmount, parseDecimal } from '@x/decimal'
import { useNumbers } from '@x/locale/react'
import { AmountField } from '@x/ui/amount-field'
import { Button } from '@x/ui/button'
import { Dialog } from '@x/ui/dialog'
import { NumberText } from '@x/ui/number'
import { type FormEvent, useState } from 'react'
import { type EarnPosition, useEarnProducts } from '../../data/earn/api.ts'
import { useAmountReaders } from '../../lib/amounts/useAmountReaders.ts'
import { useProductMessages } from '../../lib/messages/messages.ts'
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
  const amount = finishAmount(typed)
  const value = parseDecimal(amount)
  const isTooMuch = value !== null && compare(value, decimal(available)) > 0
  const isReady = value !== null && compare(value, decimal('0')) > 0 && !isTooMuch
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !isBusy && (await send(amount))) onClose()
  }
  return (
    <Dialog open onOpenChange={onClose} title={name(position)}>
      <form className={styles['form']} noValidate onSubmit={(event) => void submit(event)}>
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
          {isReady ? t('earn.redeemText', { amount: textOf(amount) }) : null}
        </p>
        <Button
          type="submit"
          variant="primary"
          size="large"
          block
          loading={isBusy}
          disabled={!isReady}
          disabledReason={t('spot.enterAmount')}
        >
          {t('earn.redeem')}
        </Button>
      </form>
    </Dialog>
  )
}
