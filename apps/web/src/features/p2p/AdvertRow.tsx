import { Badge } from '@x/ui/badge'
import { Button } from '@x/ui/button'
import { changeP2p, type P2pOwnAdvert } from '../../data/p2p/adverts.ts'
import { useP2pMessages } from '../../lib/messages/messages.ts'
import { FigureList } from '../../lib/product-page/FigureList.tsx'
import styles from '../../lib/product-page/product.module.css'
import { useConfirm } from '../../lib/services/useConfirm.ts'
import { usePaymentNames } from './usePaymentNames.ts'
import own from './p2p.module.css'
import { useP2pChange } from './useP2pChange.ts'
import { useP2pFigures } from './useP2pFigures.ts'

/** An own advert with what may be done to it. */
export function AdvertRow({
  advert,
  onEdit,
}: {
  readonly advert: P2pOwnAdvert
  readonly onEdit: () => void
}) {
  const t = useP2pMessages()
  const names = usePaymentNames()
  const show = useP2pFigures()
  const { side, asset, fiat, status, price, remaining, minimum, maximum, openOrders } = advert
  const figures = [
    [t('orders.price'), show.price(price, fiat)],
    [t('advert.left'), show.coins(remaining, asset)],
    [t('advert.minimum'), show.fiat(minimum, fiat)],
    [t('advert.maximum'), show.fiat(maximum, fiat)],
    [t('advert.openOrders'), String(openOrders)],
    [t('payment.title'), advert.paymentTypes.map(names.type).join(', ')],
  ] as const
  return (
    <li className={styles['row']}>
      <span className={styles['line']}>
        <strong>
          {t(side === 'buy' ? 'spot.buy' : 'spot.sell')} <bdi>{`${asset}/${fiat}`}</bdi>
        </strong>
        <Badge>{t(`advert.${status}`)}</Badge>
      </span>
      <FigureList figures={figures} />
      {status === 'closed' ? null : <Actions advert={advert} onEdit={onEdit} />}
    </li>
  )
}

function Actions({
  advert: { advertId, status },
  onEdit,
}: {
  readonly advert: P2pOwnAdvert
  readonly onEdit: () => void
}) {
  const t = useP2pMessages()
  const confirm = useConfirm()
  const { isBusy, change } = useP2pChange()
  const send = (event: 'pause' | 'resume' | 'close') =>
    change({
      thunk: changeP2p(`POST /v1/p2p/advert/${event}`, { advertId }),
      inState: 'advert.inState',
    })
  const close = async () => {
    const isMeant = await confirm({
      title: t('advert.close'),
      message: t('advert.closeText'),
      confirmText: t('advert.close'),
    })
    if (isMeant) await send('close')
  }
  return (
    <span className={own['actions']}>
      {status === 'online' ? (
        <Button disabled={isBusy} onClick={() => void send('pause')}>
          {t('advert.pause')}
        </Button>
      ) : (
        <>
          <Button disabled={isBusy} onClick={() => void send('resume')}>
            {t('advert.resume')}
          </Button>
          <Button disabled={isBusy} onClick={onEdit}>
            {t('advert.edit')}
          </Button>
        </>
      )}
      <Button disabled={isBusy} onClick={() => void close()}>
        {t('advert.close')}
      </Button>
    </span>
  )
}
