// Written by x-locale from the message catalogs. Do not edit.
import type { Messages } from './messages.ts'

const messages: Messages = {
  title: 'Güvenlik kontrolü',
  hint: 'Parçayı boşluğa kaydırın',
  slider: 'Parçanın konumu',
  position: (a) => '' + a.x + ' / ' + a.range,
  confirm: 'Onayla',
  another: 'Başka resim',
  close: 'Kapat',
  picture: 'Yapboz parçası şeklinde boşluğu olan bir resim',
  work: 'Yapboz olmadan doğrula',
  workHelp: 'Bunun yerine cihazınız bir hesaplama yapar. Birkaç saniye sürer.',
  working: (a) => 'Hesaplanıyor, %' + a.percent,
  checking: 'Kontrol ediliyor',
  onlyWork: 'Yapbozla çok fazla deneme yapıldı. Lütfen yapboz olmadan doğrulayın.',
  renewed: 'Uymadı. İşte başka bir resim.',
  solved: 'Doğrulandı',
  tooMany: 'Çok fazla deneme yapıldı, lütfen biraz bekleyin',
  unavailable: 'Kontrole ulaşılamadı, lütfen tekrar deneyin',
}

export default messages
