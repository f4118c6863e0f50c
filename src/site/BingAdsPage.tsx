export default function BingAdsPage() {
  return <h1>Bing ads</h1>;
}
