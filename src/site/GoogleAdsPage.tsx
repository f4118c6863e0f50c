export default function GoogleAdsPage() {
  return <h1>Google ads</h1>;
}
