/** What a value is for a purchase. */
export type PurchaseRole = 'receipt' | 'productId' | 'package' | 'orderId';

/** What the values of a purchase are called in other languages. A blank may be missing. */
type ForeignLabels = Readonly<Record<PurchaseRole, readonly string[]>>;

const labelsByLanguage: Readonly<Record<string, ForeignLabels>> = {
  de: {
    receipt: ['kauf token', 'kauf beleg', 'beleg', 'bestell token'],
    productId: ['produkt', 'produkt id', 'produkt nummer', 'artikel', 'artikel nummer'],
    package: ['paket', 'paket name', 'app paket'],
    orderId: ['bestellung', 'bestell nummer', 'bestell id', 'bestell nr', 'auftrags nummer'],
  },
  es: {
    receipt: ['token de compra', 'token de la compra', 'recibo', 'comprobante'],
    productId: ['producto', 'id de producto', 'id del producto', 'código de producto', 'artículo'],
    package: ['paquete', 'nombre del paquete', 'nombre de paquete'],
    orderId: [
      ...['pedido', 'número de pedido', 'id de pedido', 'id del pedido', 'número de orden'],
      ...['nº de pedido', 'n° de pedido', 'nº de orden', 'n° de orden'],
    ],
  },
  fr: {
    receipt: ['jeton', "jeton d'achat", 'jeton d’achat', "token d'achat", 'token d’achat', 'reçu'],
    productId: ['produit', 'id produit', 'id du produit', 'identifiant du produit', 'article'],
    package: ['paquet', 'nom du paquet', 'nom du package'],
    orderId: [
      ...['commande', 'numéro de commande', 'id de commande'],
      ...['nº de commande', 'n° de commande'],
    ],
  },
  id: {
    receipt: ['token pembelian', 'token transaksi', 'struk', 'bukti pembelian'],
    productId: ['produk', 'id produk', 'kode produk'],
    package: ['paket', 'nama paket'],
    orderId: ['pesanan', 'nomor pesanan', 'no pesanan', 'id pesanan'],
  },
  ja: {
    receipt: ['トークン', '購入トークン', 'レシート', '領収書'],
    productId: ['商品', '商品id', '商品コード', 'アイテム', 'アイテムid', 'プロダクトid'],
    package: ['パッケージ', 'パッケージ名', 'アプリid'],
    orderId: ['注文', '注文番号', '注文id', 'オーダーid'],
  },
  ko: {
    receipt: ['토큰', '구매 토큰', '결제 토큰', '영수증'],
    productId: ['상품', '상품 id', '상품 코드', '상품 아이디', '제품 id', '아이템', '아이템 id'],
    package: ['패키지', '패키지 명', '패키지 이름'],
    orderId: ['주문', '주문 번호', '주문 id'],
  },
  pt: {
    receipt: ['token de compra', 'token da compra', 'recibo', 'comprovante'],
    productId: ['produto', 'id do produto', 'código do produto', 'item'],
    package: ['pacote', 'nome do pacote'],
    orderId: [
      ...['pedido', 'número do pedido', 'id do pedido', 'código do pedido'],
      ...['nº do pedido', 'n° do pedido'],
    ],
  },
  ru: {
    receipt: ['токен', 'токен покупки', 'маркер покупки', 'чек', 'квитанция'],
    productId: [
      'товар',
      'id товара',
      'код товара',
      'продукт',
      'id продукта',
      'идентификатор товара',
    ],
    package: ['пакет', 'имя пакета', 'название пакета'],
    orderId: ['заказ', 'номер заказа', '№ заказа', 'id заказа'],
  },
  th: {
    receipt: ['โทเค็น', 'โทเค็นการซื้อ', 'โทเคน', 'ใบเสร็จ'],
    productId: ['สินค้า', 'รหัสสินค้า', 'ไอดีสินค้า', 'ผลิตภัณฑ์'],
    package: ['แพ็กเกจ', 'แพ็คเกจ', 'ชื่อแพ็กเกจ', 'ชื่อแพ็คเกจ'],
    orderId: ['คำสั่งซื้อ', 'หมายเลขคำสั่งซื้อ', 'รหัสคำสั่งซื้อ', 'เลขที่คำสั่งซื้อ'],
  },
  tr: {
    receipt: ['jeton', 'satın alma jetonu', 'belirteç', 'satın alma belirteci', 'makbuz'],
    productId: ['ürün', 'ürün id', 'ürün kimliği', 'ürün kodu'],
    package: ['paket', 'paket adı'],
    orderId: ['sipariş', 'sipariş no', 'sipariş numarası'],
  },
  vi: {
    receipt: ['token mua hàng', 'mã token', 'mã giao dịch mua', 'mã mua hàng', 'biên lai'],
    productId: ['sản phẩm', 'mã sản phẩm', 'id sản phẩm', 'vật phẩm'],
    package: ['gói', 'tên gói', 'gói ứng dụng'],
    orderId: ['đơn hàng', 'mã đơn hàng', 'số đơn hàng'],
  },
  zh: {
    receipt: [
      '令牌',
      '购买令牌',
      '購買令牌',
      '購買權杖',
      '购买token',
      '購買token',
      '购买凭证',
      '購買憑證',
      '收据',
      '收據',
    ],
    productId: ['商品', '商品id', '商品编号', '商品編號', '产品id', '產品id', '道具id'],
    package: ['包名', '应用包名', '软件包名称', '套件名稱'],
    orderId: ['订单', '订单号', '订单编号', '訂單號', '訂單編號', '订单id'],
  },
};

/** The labels of a role in all languages together, each once. */
export function listForeignLabels(role: PurchaseRole): readonly string[] {
  return [...new Set(Object.values(labelsByLanguage).flatMap((labels) => labels[role]))];
}

/** Scripts that write no blank between two words, or between a word and its particle: `領収書です`. */
export const scriptsWithoutBlanks = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}`;

/** What people say between a name and its value: `the product is gems_100`, `商品はgems_100`. */
export const copulas = {
  betweenBlanks: [
    ...['is', 'was', 'are', 'is called', 'ist', 'war', 'lautet', 'heißt', 'heisst'],
    ...['es', 'fue', 'era', 'se llama', 'est', 'était', 'é', 'foi'],
    ...['adalah', 'ialah', 'yaitu', 'là', 'это', '[-–—]'],
  ],
  attached: ['は', 'が', '은', '는', '이', '가', '是', '为', '為'],
} as const;
