import { useNumbers } from '@x/locale/react'
import { useQuotesStore } from '@x/market/react'
import { Button, ButtonLink } from '@x/ui/button'
import { SegmentedControl } from '@x/ui/segmented-control'
import { Slider } from '@x/ui/slider'
import { type FormEvent, lazy, useEffect, useRef, useState } from 'react'
import { Overlay } from '../../lib/lazy/Overlay.tsx'
import { Link } from '../../app/router/Link.tsx'
import { useLocalePath } from '../../app/router/paths.ts'
import { useAppSelector, useServices } from '../../app/servicesContext.ts'
import { useMessages } from '../../lib/messages/messages.ts'
import { STEADY } from '../../lib/paces.ts'
import type { Side, SpotSymbol } from '../../data/spot/model.ts'
import { selectUser } from '../../data/store/slice.ts'
import { useFormCommands } from './useFormCommands.ts'
import type { TicketTerminal } from './TicketTerminal.ts'
import { AvailableLine } from './AvailableLine.tsx'
import { crossingText, type DraftField } from '../order-terms/index.ts'
import { Estimates } from './Estimates.tsx'
import styles from './form.module.css'
import { OrderFields } from './OrderFields.tsx'
import { OrderOptions } from './OrderOptions.tsx'
import { amountOf, changeSide, setShare, shareOf } from './orderDraft.ts'
import { useOrderFigures } from './useOrderFigures.ts'
import { TypeChoice } from './TypeChoice.tsx'
import { useAvailable } from './useAvailable.ts'
import { useDraftVerdict } from './useDraftVerdict.ts'
import { useOrderDraft } from './useOrderDraft.ts'
import { useOwnForm } from './useOwnForm.ts'
import { type UnansweredDraft, useUnansweredDraft } from './useUnansweredDraft.ts'
import { useSubmitText } from './useSubmitText.ts'
import { useReadOnly } from './useReadOnly.ts'

const PendingOrderLines = lazy(async () => ({
  default: (await import('./sender.ts')).PendingOrderLines,
}))
const NOTHING = () => {}

export interface OrderFormProps {
  readonly spec: SpotSymbol
  readonly desk: TicketTerminal
  readonly initialSide?: Side
  readonly onPlaced?: () => void
}

/**
 * Orders of one pair. Nothing is judged before its field has been left once. The market draws it
 * anew only where it changes what the form says: it is the largest part of the page.
 */
export function OrderForm({ spec, desk, initialSide, onPlaced }: OrderFormProps) {
  const t = useMessages()
  const { market } = useServices()
  const numbers = useNumbers('trading')
  const box = useRef<HTMLFormElement>(null)
  const user = useAppSelector(selectUser)
  const quotes = useQuotesStore(market, spec.symbol, STEADY)
  const available = useAvailable(spec)
  const submitText = useSubmitText(spec)
  const readOnly = useReadOnly(spec)
  const { draft, edit, left, enter, leave, refusals, unreadText, onUnread, refuse, reset } =
    useOrderDraft({ spec, desk, initialSide, quotes })
  const { own, isLost } = useOwnForm({ spec, isNeeded: user !== undefined })
  const [isPlacing, setPlacing] = useState(false)
  const [timesDone, setTimesDone] = useState(0)
  const [unansweredDraft, setUnansweredDraft] = useState<UnansweredDraft | undefined>(undefined)
  // Once the field is empty, for one that is left tidies up what stands in it: to the form, where
  // single keys are commands again and a screen reader stays where it was.
  useEffect(() => void (timesDone > 0 && box.current?.focus({ preventScroll: true })), [timesDone])
  useFormCommands(desk, { box, quotes, draft, edit })
  const { problems, missing, isReady } = useDraftVerdict(quotes, { own, draft, spec, available })
  const figures = useOrderFigures(quotes, { draft, spec, vipLevel: user?.vipLevel ?? 0 })
  const { hasLines } = useUnansweredDraft(spec, {
    sent: unansweredDraft,
    onArrived: reset,
    onNever: () => refuse(undefined),
  })
  const reason =
    readOnly ??
    (isLost
      ? t('error.other')
      : (unreadText ?? (missing ? own?.missingText(missing, { t }) : Object.values(problems)[0])))
  const exitError = (field: DraftField) =>
    refusals[field] ?? (left.has(field) && amountOf(draft[field]) ? problems[field] : undefined)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const field = box.current?.querySelector<HTMLInputElement>('input[inputmode]:focus')
    const typed = field?.value
    if (!own || !user || readOnly || isPlacing) return
    const unread = own.unreadField<DraftField>(event.currentTarget, draft)
    if (unread) return unread.focus()
    if (!isReady || unreadText !== undefined) return
    // From the press on: another one while the question is on its way would be another order.
    setPlacing(true)
    const send = async () =>
      (await own.confirm(draft, {
        book: () => quotes.getState().book,
        figures,
        submitText: submitText(draft.side),
      }))
        ? { refusal: await own.place(draft) }
        : undefined
    const sent = await send().finally(() => setPlacing(false))
    if (!sent) return
    if (sent.refusal) {
      const { unanswered } = sent.refusal
      setUnansweredDraft(unanswered === undefined ? undefined : { clientOid: unanswered, draft })
      return refuse(sent.refusal)
    }
    // Whoever types on writes the next order.
    const isDone = field === document.activeElement && field?.value === typed
    reset(draft)
    if (field && isDone) setTimesDone((times) => times + 1)
    onPlaced?.()
  }

  // Beside the button one of the two: both would cover the fields of a small window.
  const unanswered =
    user && hasLines ? (
      <Overlay quiet onFail={NOTHING}>
        <PendingOrderLines spec={spec} />
      </Overlay>
    ) : null

  return (
    <form
      ref={box}
      className={styles['form']}
      aria-label={t('spot.form')}
      tabIndex={-1}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <SegmentedControl
        aria-label={t('spot.side')}
        block
        value={draft.side}
        onChange={(side) => edit(changeSide(draft, side))}
        segments={[
          { key: 'buy', label: t('spot.buy'), tone: 'up' },
          { key: 'sell', label: t('spot.sell'), tone: 'down' },
        ]}
      />
      <TypeChoice draft={draft} edit={edit} />
      <AvailableLine spec={spec} side={draft.side} available={available} />
      <OrderFields
        spec={spec}
        draft={draft}
        edit={edit}
        left={left}
        enter={enter}
        leave={leave}
        onUnread={onUnread}
        problems={problems}
        refusals={refusals}
      />
      <Slider
        label={t('spot.share')}
        value={shareOf(draft, available)}
        tone={draft.side === 'buy' ? 'up' : 'down'}
        disabled={!available}
        onChange={(share) => available && edit(setShare(draft, { share, available, spec }))}
      />
      <OrderOptions
        spec={spec}
        draft={draft}
        edit={edit}
        leave={leave}
        onUnread={onUnread}
        errorOf={exitError}
      />
      <Estimates spec={spec} draft={draft} figures={figures}>
        {own && user ? (
          <own.AverageLine spec={spec} draft={draft} figures={figures} isReady={isReady} />
        ) : null}
      </Estimates>
      {refusals.whole ? unanswered : null}
      <div className={styles['door']}>
        {refusals.whole ? null : unanswered}
        {figures.crossing ? (
          <p className={styles[figures.crossing.isFar ? 'warning' : 'note']}>
            {crossingText(figures.crossing, { t, numbers, spec })}
          </p>
        ) : null}
        {refusals.whole ? (
          <p className={styles['refusal']} role="alert">
            {refusals.whole}
          </p>
        ) : null}
        {readOnly && user ? <p className={styles['warning']}>{readOnly}</p> : null}
        {user ? (
          <Button
            type="submit"
            variant={draft.side}
            size="large"
            block
            onPointerEnter={own?.comeNear}
            onFocus={own?.comeNear}
            loading={isPlacing}
            disabled={readOnly !== undefined || !isReady || unreadText !== undefined}
            disabledReason={reason}
          >
            {submitText(draft.side)}
          </Button>
        ) : (
          <GuestDoor />
        )}
      </div>
    </form>
  )
}

function GuestDoor() {
  const t = useMessages()
  const to = useLocalePath()
  return (
    <ButtonLink
      variant="primary"
      size="large"
      block
      render={(props) => <Link {...props} to={to('/login')} />}
    >
      {t('spot.loginToTrade')}
    </ButtonLink>
  )
}
