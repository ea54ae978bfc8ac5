import type { RequestTexts } from './en.ts'

export const texts: RequestTexts = {
  tip: 'Bilgi',
  timeout: 'İstek zaman aşımına uğradı!',
  expired: 'Oturumunuzun süresi doldu, lütfen yeniden giriş yapın',
  loginvalid: 'Görüntülemek için lütfen giriş yapın',
  unknow: 'Sistem meşgul',
  notfound: 'İstek hatası',
  forbidden: 'İsteğe izin verilmiyor',
}
