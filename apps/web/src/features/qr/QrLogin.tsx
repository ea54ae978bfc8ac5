import { Button } from '@x/ui/button'
import { Skeleton } from '@x/ui/skeleton'
import { useServices } from '../../lib/services/servicesContext.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { AuthCard } from '../auth/index.ts'
import styles from './qr.module.css'
import { QrPicture } from './QrPicture.tsx'
import { linkOf } from './serialFrom.ts'
import { useQrLogin } from './useQrLogin.ts'

/** Log-in by a device that is logged in already: it reads the picture, and is asked there. */
export function QrLogin({ onBack }: { onBack: () => void }) {
  const t = usePageMessages()
  const { location, config } = useServices()
  const { serialNO, status, error, renew } = useQrLogin()
  const isOver = status === 'refused' || status === 'expired' || error !== undefined
  const link =
    serialNO === undefined
      ? undefined
      : linkOf(serialNO, { origin: new URL(location.href()).origin })
  return (
    <AuthCard
      title={t('qr.title')}
      error={error}
      onSubmit={renew}
      footer={
        <Button variant="ghost" size="small" onClick={onBack}>
          {t('login.byPassword')}
        </Button>
      }
    >
      {link === undefined ? (
        <span className={styles['picture']}>
          <Skeleton height="100%" />
        </span>
      ) : (
        <QrPicture text={link} label={t('qr.picture')} isOver={isOver} />
      )}
      <p role="status">{t(`qr.status.${status}`)}</p>
      {config.development && link !== undefined && !isOver ? (
        <a href={link} target="_blank" rel="noreferrer">
          {t('qr.open')}
        </a>
      ) : null}
      {isOver ? (
        <Button type="submit" variant="primary" size="large" block>
          {t('qr.renew')}
        </Button>
      ) : null}
    </AuthCard>
  )
}
