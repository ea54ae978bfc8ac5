import { Button, ButtonLink } from '@x/ui/button'
import { Icon } from '@x/ui/icon'
import { QrCode } from 'lucide-react'
import { useLocation } from 'react-router'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import styles from './login.module.css'
import { useThirdName } from '../third/index.ts'

/**
 * Ways in without a password: another device, and the third parties that this site is registered
 * with.
 */
export function OtherWays({ onQr }: { onQr: () => void }) {
  const t = usePageMessages()
  const to = useLocalePath()
  const { search } = useLocation()
  const nameOf = useThirdName()
  const { config } = useServices()
  return (
    <div role="group" aria-label={t('login.otherWays')} className={styles['ways']}>
      <p className={styles['divider']} aria-hidden="true">
        {t('login.otherWays')}
      </p>
      <Button size="large" block startIcon={<Icon of={QrCode} size={16} />} onClick={onQr}>
        {t('qr.title')}
      </Button>
      <div className={styles['parties']}>
        {config.thirdParties.map((provider) => (
          <ButtonLink
            key={provider}
            size="large"
            render={(props) => <Link {...props} to={to(`/login/third/${provider}`) + search} />}
          >
            {nameOf(provider)}
          </ButtonLink>
        ))}
      </div>
    </div>
  )
}
