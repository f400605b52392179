-- What a new database holds.

insert into access_epoch default values;

insert into session_epoch default values;

insert into setting_epoch default values;

insert into currency (code, name_zh, name_en, symbol, minor_digits) values
  ('AED', '阿联酋迪拉姆', 'UAE dirham', 'AED', 2),
  ('ARS', '阿根廷比索', 'Argentine peso', 'AR$', 2),
  ('AZN', '阿塞拜疆马纳特', 'Azerbaijani manat', '₼', 2),
  ('BDT', '孟加拉塔卡', 'Bangladeshi taka', '৳', 2),
  ('BRL', '巴西雷亚尔', 'Brazilian real', 'R$', 2),
  ('CLP', '智利比索', 'Chilean peso', 'CLP$', 0),
  ('CNY', '人民币', 'Chinese yuan', '¥', 2),
  ('COP', '哥伦比亚比索', 'Colombian peso', 'COL$', 2),
  ('CZK', '捷克克朗', 'Czech koruna', 'Kč', 2),
  ('EGP', '埃及镑', 'Egyptian pound', 'E£', 2),
  ('EUR', '欧元', 'Euro', '€', 2),
  ('GBP', '英镑', 'Pound sterling', '£', 2),
  ('GEL', '格鲁吉亚拉里', 'Georgian lari', '₾', 2),
  ('GHS', '加纳塞地', 'Ghanaian cedi', 'GH₵', 2),
  ('HKD', '港元', 'Hong Kong dollar', 'HK$', 2),
  ('HUF', '匈牙利福林', 'Hungarian forint', 'Ft', 2),
  ('IDR', '印度尼西亚卢比', 'Indonesian rupiah', 'Rp', 2),
  ('INR', '印度卢比', 'Indian rupee', '₹', 2),
  ('KES', '肯尼亚先令', 'Kenyan shilling', 'KSh', 2),
  ('KHR', '柬埔寨瑞尔', 'Cambodian riel', '៛', 2),
  ('KZT', '哈萨克斯坦坚戈', 'Kazakhstani tenge', '₸', 2),
  ('LKR', '斯里兰卡卢比', 'Sri Lankan rupee', 'Rs', 2),
  ('MAD', '摩洛哥迪拉姆', 'Moroccan dirham', 'DH', 2),
  ('MMK', '缅甸元', 'Myanmar kyat', 'K', 2),
  ('MXN', '墨西哥比索', 'Mexican peso', 'MX$', 2),
  ('MYR', '马来西亚林吉特', 'Malaysian ringgit', 'RM', 2),
  ('NGN', '尼日利亚奈拉', 'Nigerian naira', '₦', 2),
  ('NPR', '尼泊尔卢比', 'Nepalese rupee', 'Rs', 2),
  ('PEN', '秘鲁索尔', 'Peruvian sol', 'S/', 2),
  ('PHP', '菲律宾比索', 'Philippine peso', '₱', 2),
  ('PKR', '巴基斯坦卢比', 'Pakistani rupee', 'Rs', 2),
  ('PLN', '波兰兹罗提', 'Polish zloty', 'zł', 2),
  ('RON', '罗马尼亚列伊', 'Romanian leu', 'lei', 2),
  ('RUB', '俄罗斯卢布', 'Russian rouble', '₽', 2),
  ('SAR', '沙特里亚尔', 'Saudi riyal', 'SAR', 2),
  ('SGD', '新加坡元', 'Singapore dollar', 'S$', 2),
  ('THB', '泰铢', 'Thai baht', '฿', 2),
  ('USD', '美元', 'US dollar', '$', 2),
  ('UZS', '乌兹别克斯坦苏姆', 'Uzbekistani som', 'soʻm', 2),
  ('VND', '越南盾', 'Vietnamese dong', '₫', 0),
  ('ZAR', '南非兰特', 'South African rand', 'R', 2);

insert into idc (code, name_zh, name_en) values
  ('CIS', '独联体数据中心', 'CIS data centre'),
  ('CN', '中国数据中心', 'China data centre'),
  ('EU', '欧洲数据中心', 'Europe data centre'),
  ('ID', '印度尼西亚数据中心', 'Indonesia data centre'),
  ('IN', '印度数据中心', 'India data centre'),
  ('LATAM', '拉丁美洲数据中心', 'Latin America data centre'),
  ('MEA', '中东非数据中心', 'Middle East and Africa data centre'),
  ('SEA', '东南亚数据中心', 'Southeast Asia data centre');

insert into organisation (id, code, parent_id, name_zh, name_en, type, timezone, language, currency, top_id) values
  (1, 'HQ', null, '总部', 'Headquarters', 'headquarters', 'UTC+08:00', 'zh', 'CNY', null),
  (100, 'EU', 1, '欧洲大区', 'Europe', 'region', 'UTC+01:00', 'en', 'EUR', 100),
  (200, 'IN', 1, '印度大区', 'India', 'region', 'UTC+05:30', 'en', 'INR', 200),
  (300, 'ID', 1, '印尼大区', 'Indonesia', 'region', 'UTC+07:00', 'en', 'IDR', 300),
  (400, 'SEA', 1, '东南亚大区', 'Southeast Asia', 'region', 'UTC+08:00', 'en', 'USD', 400),
  (500, 'MEA', 1, '中东非大区', 'Middle East and Africa', 'region', 'UTC+04:00', 'en', 'USD', 500),
  (600, 'CIS', 1, '独联体大区', 'CIS', 'region', 'UTC+05:00', 'en', 'USD', 600),
  (700, 'LATAM', 1, '拉美大区', 'Latin America', 'region', 'UTC-06:00', 'en', 'USD', 700),
  (800, 'CN', 1, '中国大区', 'China', 'region', 'UTC+08:00', 'zh', 'CNY', 800);

insert into organisation_parent (record_id, valid_from, value, begins_at, applied_at) values
  (1, '2000-01-01', null, '2000-01-01 00:00:00+00', product_now()),
  (100, '2000-01-01', 1, '2000-01-01 00:00:00+00', product_now()),
  (200, '2000-01-01', 1, '2000-01-01 00:00:00+00', product_now()),
  (300, '2000-01-01', 1, '2000-01-01 00:00:00+00', product_now()),
  (400, '2000-01-01', 1, '2000-01-01 00:00:00+00', product_now()),
  (500, '2000-01-01', 1, '2000-01-01 00:00:00+00', product_now()),
  (600, '2000-01-01', 1, '2000-01-01 00:00:00+00', product_now()),
  (700, '2000-01-01', 1, '2000-01-01 00:00:00+00', product_now()),
  (800, '2000-01-01', 1, '2000-01-01 00:00:00+00', product_now());

insert into area (id, area_code, name_zh, name_en, idc_code, biz_system, currency, organisation_id) values
  (1, 'EU', '欧洲', 'Europe', 'EU', 'gs', 'EUR', 100),
  (2, 'IN', '印度', 'India', 'IN', 'gs', 'INR', 200),
  (3, 'ID', '印度尼西亚', 'Indonesia', 'ID', 'gs', 'IDR', 300),
  (4, 'SEA', '东南亚', 'Southeast Asia', 'SEA', 'gs', 'USD', 400),
  (5, 'MEA', '中东非', 'Middle East and Africa', 'MEA', 'gs', 'USD', 500),
  (6, 'CIS', '独联体', 'CIS', 'CIS', 'gs', 'USD', 600),
  (7, 'LATAM', '拉丁美洲', 'Latin America', 'LATAM', 'gs', 'USD', 700),
  (8, 'CN', '中国', 'China', 'CN', 'gs', 'CNY', 800);

insert into role (code, name_zh, name_en) values
  ('superAdmin', '超级管理员', 'Super administrator'),
  ('channelManager', '渠道经理', 'Channel Manager'),
  ('manager', '经理', 'Manager'),
  ('tl', '团队主管', 'TL'),
  ('rsm', '区域销售经理', 'RSM'),
  ('rcsm', '区域渠道销售经理', 'RCSM'),
  ('countryFinance', '国家财务', 'Country Finance'),
  ('rsd', '区域销售总监', 'RSD'),
  ('regionalFinance', '大区财务总监', 'Regional Finance Director'),
  ('hqBudget', '总部预算负责人', 'HQ Budget Owner'),
  ('hqPricing', '总部定价', 'HQ Pricing'),
  ('hqFinance', '总部财务', 'HQ Finance'),
  ('auditor', '审计员', 'Auditor'),
  ('itAdmin', '系统管理员', 'Administrator'),
  ('distributor', '经销商员工', 'Distributor Staff'),
  ('store', '店长 / 促销员', 'Store Manager / Promoter'),
  ('sales', '销售员', 'Salesman'),
  ('firstLevel', '一级审批人', 'First-level Approver'),
  ('secondLevel', '二级审批人', 'Second-level Approver'),
  ('marketing', '市场评审', 'Marketing Review'),
  ('businessFinance', '业务财务', 'Business Finance'),
  ('financeManager', '财务经理', 'Finance Manager'),
  ('settlementFinance', '结算财务', 'Settlement Finance'),
  ('arAccountant', '应收会计', 'AR Accountant'),
  ('billing', '开票专员', 'Billing'),
  ('tax', '税务', 'Tax'),
  ('legal', '法务', 'Legal'),
  ('treasury', '资金管理', 'Treasury'),
  ('hqOwner', '总部业务负责人', 'HQ Business Owner'),
  ('imeiAdmin', '串码管理员', 'IMEI Administrator'),
  ('accessAdmin', '权限管理员', 'Access Administrator');

insert into job_title (code, name_zh, name_en) values
  ('MANAGER', '经理', 'Manager'),
  ('PROMOTER', '促销员', 'Promoter'),
  ('RCSM', '区域渠道销售经理', 'RCSM'),
  ('RSD', '区域销售总监', 'RSD'),
  ('RSM', '区域销售经理', 'RSM'),
  ('SALESMAN', '销售员', 'Salesman'),
  ('STORE-MANAGER', '店长', 'Store manager'),
  ('TL', '团队主管', 'TL');

insert into product_category (code, name_zh, name_en, class) values
  ('accessories', '配件', 'Accessories', 'accessory'),
  ('iot', 'IoT', 'IoT devices', 'iot'),
  ('mobile', '手机', 'Phones', 'phone');

insert into warehouse (code, name_zh, name_en, type, organisation_id, scope_id) values
  ('WH-HQ', '总部调账仓', 'Headquarters adjustments', 'own', 1, 1);

insert into location (code, name_zh, name_en, warehouse_code, sub_location, scope_id) values
  ('990001', '价差调拨库位', 'Price-error transfer', 'WH-HQ', '01', 1);
