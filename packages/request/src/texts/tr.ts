import type { RequestTexts } from './en.ts'

export const texts: RequestTexts = {
  tip: 'Bilgi',
  timeout: 'İstek zaman aşımına uğradı!',
  expired: 'Oturumunuzun süresi doldu, lütfen yeniden giriş yapın',
  loginRequired: 'Görüntülemek için lütfen giriş yapın',
  systemBusy: 'Sistem meşgul',
  notFound: 'İstek hatası',
  forbidden: 'İsteğe izin verilmiyor',
}
