export const PRODUCT_NAME = 'Celeste';
