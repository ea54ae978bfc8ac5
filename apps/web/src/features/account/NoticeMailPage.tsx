import { Badge } from '@x/ui/badge'
import { Switch } from '@x/ui/switch'
import { type NoticeMail, useNoticeMail, useSetNoticeMail } from '../../data/account/noticeMail.ts'
import { useNoticeMessages, usePageMessages } from '../../lib/messages/messages.ts'
import { ForUsers } from '../auth/index.ts'
import styles from './account.module.css'
import { AccountLayout } from './AccountLayout.tsx'
import { Row, Section } from './Section.tsx'

const NONE: readonly never[] = []

/** `/account/setting/mail`: which notices go by mail as well. */
export function NoticeMailPage() {
  const t = usePageMessages()
  return (
    <ForUsers>
      <AccountLayout title={t('account.mail')}>
        <Kinds />
      </AccountLayout>
    </ForUsers>
  )
}

function Kinds() {
  const t = useNoticeMessages()
  const page = usePageMessages()
  const { data, isLoading, error: failure, refetch } = useNoticeMail()
  const { isBusy, set } = useSetNoticeMail()
  return (
    <Section
      title={page('account.mail')}
      text={t('notice.mail.text')}
      isLoading={isLoading}
      failure={failure}
      onRetry={() => void refetch()}
    >
      {data?.hasAddress === false ? <p role="status">{t('notice.mail.noAddress')}</p> : null}
      <ul className={styles['list']}>
        {(data?.items ?? NONE).filter(isShown).map((setting) => (
          <KindRow key={setting.kind} setting={setting} isBusy={isBusy} onChange={set} />
        ))}
      </ul>
    </Section>
  )
}

type Unmailed = 'announcement' | 'priceAlert'
type Shown = NoticeMail & { readonly kind: Exclude<NoticeMail['kind'], Unmailed> }

/** Announcements and price alerts go to nobody by mail. */
const isShown = (setting: NoticeMail): setting is Shown =>
  setting.kind !== 'announcement' && setting.kind !== 'priceAlert'

interface KindRowProps {
  readonly setting: Shown
  readonly isBusy: boolean
  readonly onChange: (setting: Pick<NoticeMail, 'kind' | 'mail'>) => void
}

function KindRow({ setting: { kind, mail, isFixed }, isBusy, onChange }: KindRowProps) {
  const t = useNoticeMessages()
  const name = t(`notice.mail.${kind}`)
  if (isFixed) return <Row title={name} action={<Badge>{t('notice.mail.always')}</Badge>} />
  return (
    <li className={styles['row']}>
      <Switch checked={mail} disabled={isBusy} onChange={(isOn) => onChange({ kind, mail: isOn })}>
        {name}
      </Switch>
    </li>
  )
}
