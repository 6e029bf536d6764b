// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title What the collection refuses, and what it tells of minting, selling and cancelling.
abstract contract Outcomes {
    /// @notice A token with this id, that is with this metadata, exists already.
    error TokenExists();
    /// @notice A royalty is at most 10,000 basis points.
    error RoyaltyTooHigh();
    /// @notice The time of what was signed is over.
    error Expired();
    /// @notice The owner has not signed this, or has cancelled it, or the token has moved since.
    error InvalidSignature();
    /// @notice At most 256 sales fit in a batch.
    error BatchTooLarge();

    /// @notice A sale was settled; the Transfer event before it names seller and buyer.
    event Sold(uint256 indexed tokenId, uint256 priceUsdCents);
    /// @notice A sale of a batch was passed over; `reason` is the selector of the error that `settle` gives for it.
    event SaleSkipped(uint256 indexed tokenId, bytes4 reason);
    /// @notice What was signed for the token before is dead; its version is this now.
    event ListingsCancelled(uint256 indexed tokenId, uint256 version);
    /// @notice All that the account has signed before is dead; its epoch is this now.
    event AllListingsCancelled(address indexed seller, uint256 epoch);
    /// @notice ERC-7572: the collection's metadata has changed.
    event ContractURIUpdated();

    /// @dev Refuses with an error of which only the selector is known.
    function _revertWith(bytes4 selector) internal pure {
        assembly ("memory-safe") {
            mstore(0, selector)
            revert(0, 4)
        }
    }
}
