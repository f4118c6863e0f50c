/** The media types of files that the portal hands out. */
export const spreadsheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
export const pdfType = 'application/pdf';
