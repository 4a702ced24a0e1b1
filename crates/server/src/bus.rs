//! How nodes tell each other that a match has gone on. A message is a hint: the store is the
//! truth, and one that is lost costs a delay and never a move.

mod nats;

use std::pin::Pin;
use std::str::FromStr;

use crownhead_arbiter::Version;

use crate::MatchId;

pub use nats::{BusError, Nats};

/// That a match is at a version.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct News {
    /// Which match.
    pub id: MatchId,
    /// Its version.
    pub version: Version,
}

/// What a bus will tell.
pub type Heard<'a> = Pin<Box<dyn Future<Output = News> + Send + 'a>>;

/// A bus between the nodes of a server.
pub trait Bus: Send + Sync + 'static {
    /// Tells the other nodes. It does not wait for anybody, and may be lost.
    fn publish(&self, news: News);

    /// What another node tells next. News may come late, twice, out of order, or never.
    fn hear(&self) -> Heard<'_>;
}

/// The bus of a node that is alone: there is nobody to tell, and nobody tells anything.
#[derive(Default)]
pub struct LocalBus;

impl Bus for LocalBus {
    fn publish(&self, _: News) {}

    fn hear(&self) -> Heard<'_> {
        Box::pin(std::future::pending())
    }
}

impl News {
    fn text(self) -> String {
        format!("{} {}", self.id, self.version)
    }
}

/// `ID VERSION`; whatever else stands on the bus is of other programs.
impl FromStr for News {
    type Err = ();

    fn from_str(text: &str) -> Result<News, ()> {
        let (id, version) = text.split_once(' ').ok_or(())?;
        let version = Version::new(version.parse().map_err(|_| ())?);
        Ok(News { id: id.parse().map_err(|_| ())?, version })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn news_are_read_as_they_are_written() {
        let news = News { id: "aB3dE6gH".parse().unwrap(), version: Version::new(17) };
        assert_eq!(news.text().parse(), Ok(news));
        for other in ["", "aB3dE6gH", "aB3dE6gH x", "short 1", "aB3dE6gH -1", "aB3dE6gH 1 1"] {
            assert_eq!(other.parse::<News>(), Err(()), "{other}");
        }
    }
}
