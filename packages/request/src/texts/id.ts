import type { RequestTexts } from './en.ts'

export const texts: RequestTexts = {
  tip: 'Info',
  timeout: 'Waktu permintaan habis!',
  expired: 'Sesi masuk telah berakhir, silakan masuk lagi',
  loginRequired: 'Silakan masuk untuk mengakses',
  systemBusy: 'Sistem sedang sibuk',
  notFound: 'Permintaan gagal',
  forbidden: 'Permintaan tidak diizinkan',
}
