import { Button, type ButtonProps } from '@x/ui/button'
import { type ReactNode, Suspense } from 'react'
import { CoinIcon } from '../../lib/coins/CoinIcon.tsx'
import { FuturesTexts } from '../../lib/lazy/FuturesTexts.tsx'
import { MarginTexts } from '../../lib/lazy/MarginTexts.tsx'
import { PageTexts } from '../../lib/lazy/PageTexts.tsx'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import { TransferFields } from '../transfer/index.ts'
import styles from './futuresPanel.module.css'
import { isAccountEnd, type Place } from './moveEnds.ts'
import type { MoveDraft } from './useMoveDraft.ts'

/** Around what moves funds between wallets. */
export function MoveTexts({
  fallback = null,
  children,
}: {
  readonly fallback?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <Suspense fallback={fallback}>
      <FuturesTexts>
        <MarginTexts>
          <PageTexts>{children}</PageTexts>
        </MarginTexts>
      </FuturesTexts>
    </Suspense>
  )
}

/** From where, to where, what and how much, and why it was refused. */
export function MoveFields({
  draft,
  isOwn = false,
}: {
  readonly draft: MoveDraft
  /** Whether only wallets of this account are offered, not its other accounts. */
  readonly isOwn?: boolean
}) {
  const optionsOf = (places: readonly Place[]) =>
    places
      .filter((place) => !isOwn || !isAccountEnd(place))
      .map((value) => ({ value, label: draft.nameOf(value) }))
  return (
    <>
      <TransferFields
        from={{ value: draft.from, options: optionsOf(draft.senders) }}
        to={{ value: draft.to, options: optionsOf(draft.receivers) }}
        canTurn={draft.canTurn}
        onChoose={draft.choose}
        onTurn={draft.turn}
        assets={draft.assets.map((value) => ({
          value,
          label: value,
          icon: <CoinIcon asset={value} size={16} />,
        }))}
        asset={draft.asset}
        onAsset={draft.setAsset}
        typed={draft.typed}
        available={draft.available}
        decimals={draft.decimals}
        isTooMuch={draft.isTooMuch}
        onType={draft.setTyped}
        onUnread={draft.setUnread}
      />
      {draft.refusal ? (
        <p className={styles['help']} data-refused="" role="alert">
          {draft.refusal}
        </p>
      ) : null}
    </>
  )
}

/** Moves what the form says. */
export function SendButton({
  draft,
  ...rest
}: { readonly draft: MoveDraft } & Pick<ButtonProps, 'form' | 'size' | 'block'>) {
  const t = useFuturesMessages()
  return (
    <Button
      {...rest}
      type="submit"
      variant="primary"
      loading={draft.isBusy}
      disabled={!draft.isReady}
      disabledReason={draft.unread ?? t('spot.enterAmount')}
    >
      {t('positions.transfer')}
    </Button>
  )
}
