import { useDates, useNumbers } from '@x/locale/react'
import { Button } from '@x/ui/button'
import { Dialog } from '@x/ui/dialog'
import { Switch } from '@x/ui/switch'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useContracts } from '../../data/futures/contractsApi.ts'
import { selectRealm } from '../../data/store/slice.ts'
import { useAppSelector } from '../../data/store/hooks.ts'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import { PRODUCT } from '../../lib/page-heads/pageHeads.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { CARD_SIZE, drawShareCard, type ShareCard } from './drawShareCard.ts'
import styles from './futuresPanel.module.css'
import { contractFigures, positionName } from './terms.ts'
import type { PositionDialogProps } from './positionDialogs.ts'

/** A picture of the position to share; its amounts are shown only if asked for. */
export default function ShareDialog(props: PositionDialogProps) {
  const t = useFuturesMessages()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [hasAmounts, setAmounts] = useState(false)
  const card = useShareCard(props, { hasAmounts })
  const save = () =>
    canvas.current?.toBlob((blob) => {
      if (!blob) return
      const href = URL.createObjectURL(blob)
      const download = `${props.position.symbol}.png`
      Object.assign(document.createElement('a'), { href, download }).click()
      URL.revokeObjectURL(href)
    })
  return (
    <Dialog
      open
      onOpenChange={props.onClose}
      title={t('positions.card')}
      size="medium"
      footer={
        <Button variant="primary" onClick={save}>
          {t('positions.cardSave')}
        </Button>
      }
    >
      <div className={styles['form']}>
        <Picture card={card} canvas={canvas} />
        <Switch checked={hasAmounts} onChange={setAmounts}>
          {t('positions.cardAmounts')}
        </Switch>
      </div>
    </Dialog>
  )
}

/** The card on its canvas, which comes with the code of the dialog. */
function Picture({
  card,
  canvas,
}: {
  readonly card: ShareCard
  readonly canvas: RefObject<HTMLCanvasElement | null>
}) {
  const facts = JSON.stringify(card)
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (context) drawShareCard(context, JSON.parse(facts) as ShareCard)
  }, [canvas, facts])
  return (
    <canvas
      ref={canvas}
      {...CARD_SIZE}
      className={styles['picture']}
      role="img"
      aria-label={[card.title, card.note, card.headline, ...card.lines.flat(), ...card.foot].join(
        ', ',
      )}
    />
  )
}

/** What is written on the card. */
function useShareCard(
  { position }: PositionDialogProps,
  { hasAmounts }: { readonly hasAmounts: boolean },
): ShareCard {
  const t = useFuturesMessages()
  const isPaper = useAppSelector(selectRealm) === 'paper'
  const figures = contractFigures(useNumbers('trading'), useContracts().get(position.symbol))
  const dates = useDates()
  const { clock } = useServices()
  const amounts: ShareCard['lines'] = hasAmounts
    ? [
        [t('positions.size'), figures.size(position.positionsCount)],
        [
          t('positions.pnl'),
          `${figures.amount(position.unrealisedPnl, { isSigned: true })} ${position.marginCoin}`,
        ],
      ]
    : []
  return {
    title: `${positionName(position, t)} ${position.positionsLevel}×`,
    headline: figures.percent(position.roe),
    tone: Number(position.roe ?? 0) < 0 ? 'down' : 'up',
    note: isPaper ? t('realm.paper') : '',
    lines: [
      [t('positions.entry'), figures.price(position.positionsOpenAvgPrice)],
      [t('positions.mark'), figures.price(position.markPrice)],
      ...amounts,
    ],
    foot: [PRODUCT, dates.timestamp(clock.now(), 'minute')],
  }
}
