import { useDates } from '@x/locale/react'
import { Button } from '@x/ui/button'
import { EmptyState, ErrorState } from '@x/ui/empty-state'
import { SkeletonRows } from '@x/ui/skeleton'
import { TextField } from '@x/ui/text-field'
import { type FormEvent, useState } from 'react'
import { type P2pMessage, say, useP2pMessagesOf, useP2pPicture } from '../../data/p2p/orders.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { failureOf, serverText } from '../../lib/errors/serverText.ts'
import { useP2pMessages } from '../../lib/messages/messages.ts'
import styles from '../../lib/product-page/product.module.css'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useUntrusted } from '../../lib/untrusted-content/useUntrusted.ts'
import own from './p2p.module.css'
import { base64Of, isPicture, PICTURE_TYPES } from './pictures.ts'

const LONGEST = 1000

/** What the parties write and show to each other, the oldest first. */
export function Chat({
  orderId,
  counterparty,
}: {
  readonly orderId: string
  readonly counterparty: string
}) {
  const t = useP2pMessages()
  const query = useP2pMessagesOf(orderId)
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const messages = data?.pages.flatMap(({ items }) => items).toReversed()
  return (
    <section className={styles['card']} aria-labelledby="p2p-chat">
      <h2 id="p2p-chat" className={styles['heading']}>
        {t('p2p.chat')}
      </h2>
      {hasNextPage ? (
        <Button size="small" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('orders.loadMore')}
        </Button>
      ) : null}
      {messages === undefined && error ? (
        <ErrorState
          title={t('orders.failed')}
          onRetry={() => void refetch()}
          traceId={failureOf(error).traceId}
        >
          {serverText(error, t)}
        </ErrorState>
      ) : null}
      {messages === undefined && !error ? <SkeletonRows rows={3} /> : null}
      {messages?.length === 0 ? <EmptyState>{t('p2p.noMessages')}</EmptyState> : null}
      {/* The newest message stays in sight; a scroll container must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div role="log" aria-label={t('p2p.chat')} className={own['log']} tabIndex={0}>
        <ol className={own['messages']}>
          {messages?.map((message) => (
            <Message key={message.messageId} message={message} counterparty={counterparty} />
          ))}
        </ol>
      </div>
      <Writer orderId={orderId} />
    </section>
  )
}

function Message({
  message,
  counterparty,
}: {
  readonly message: P2pMessage
  readonly counterparty: string
}) {
  const t = useP2pMessages()
  const dates = useDates()
  const { text } = useUntrusted()
  const { isOwn, orderId, fileId, at } = message
  const name = isOwn ? t('p2p.you') : text(counterparty)
  return (
    <li className={own['message']} data-own={isOwn || undefined}>
      <span className={styles['note']}>
        <bdi>{name}</bdi> · <bdi>{dates.timestamp(at)}</bdi>
      </span>
      {fileId === null ? (
        <p dir="auto" className={own['said']}>
          {text(message.text)}
        </p>
      ) : (
        <Picture orderId={orderId} fileId={fileId} name={name} />
      )}
    </li>
  )
}

function Picture({
  orderId,
  fileId,
  name,
}: {
  readonly orderId: string
  readonly fileId: string
  readonly name: string
}) {
  const t = useP2pMessages()
  const { address, isError } = useP2pPicture({ orderId, fileId })
  const label = t('p2p.pictureOf', { name })
  if (address !== undefined) return <img className={own['picture']} src={address} alt={label} />
  // Pictures are not kept for ever.
  return isError ? <p className={styles['note']}>{label}</p> : <SkeletonRows rows={2} />
}

function Writer({ orderId }: { readonly orderId: string }) {
  const t = useP2pMessages()
  const [written, setWritten] = useState('')
  const { isBusy, error, send, show } = useSay(orderId)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await send(written.trim())) setWritten('')
  }
  return (
    <form className={own['writer']} noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label={t('p2p.message')}
        maxLength={LONGEST}
        value={written}
        error={error}
        onChange={setWritten}
      />
      <span className={styles['line']}>
        <label className={own['file']} data-busy={isBusy || undefined}>
          {t('p2p.picture')}
          <input
            type="file"
            accept={PICTURE_TYPES.join(',')}
            disabled={isBusy}
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0]
              currentTarget.value = ''
              if (file) void show(file)
            }}
          />
        </label>
        <Button type="submit" variant="primary" loading={isBusy} disabled={written.trim() === ''}>
          {t('p2p.send')}
        </Button>
      </span>
    </form>
  )
}

const CLOSED = '40241'
const UNREADABLE = '40010'

function useSay(orderId: string) {
  const t = useP2pMessages()
  const { random } = useServices()
  const dispatch = useAppDispatch()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  /** Whether it was sent. */
  async function run(message: Parameters<typeof say>[0]): Promise<boolean> {
    setBusy(true)
    setError(undefined)
    try {
      await dispatch(say(message, random))
      return true
    } catch (failure) {
      const { code } = failureOf(failure)
      const isPicture = 'picture' in message && code === UNREADABLE
      setError(
        code === CLOSED
          ? t('p2p.chatClosed')
          : isPicture
            ? t('p2p.pictureRule')
            : serverText(failure, t),
      )
      return false
    } finally {
      setBusy(false)
    }
  }

  return {
    isBusy,
    error,
    send: async (text: string) => text !== '' && !isBusy && run({ orderId, text }),
    async show(file: File) {
      if (!isPicture(file)) return setError(t('p2p.pictureRule'))
      await run({ orderId, picture: await base64Of(file) })
    },
  }
}
